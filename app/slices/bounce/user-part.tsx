import type { UserPart } from "#app/identity/manage-users/user-part.ts";
import { type ShownBounce, StoppedEmails } from "./stopped-emails.tsx";

/** Says on a user's page that emails to them are stopped. */
export const bounceUserPart: UserPart<ShownBounce | null> = {
  key: "bounce",
  Alert: ({ data: bounce, here, email }) =>
    bounce && (
      <div className="mt-6">
        <StoppedEmails bounce={bounce} of="user" email={email} here={here} />
      </div>
    ),
};
