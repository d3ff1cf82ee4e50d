import type { UserPart } from "#app/identity/manage-users/user-part.ts";
import { type ShownBounce, StoppedMail } from "./stopped-mail.tsx";

/** Says that a user gets no mail. */
export const bounceUserPart: UserPart<ShownBounce | null> = {
  key: "bounce",
  Alert: ({ data: bounce, here, email }) =>
    bounce && (
      <div className="mt-6">
        <StoppedMail bounce={bounce} of="user" email={email} here={here} />
      </div>
    ),
};
