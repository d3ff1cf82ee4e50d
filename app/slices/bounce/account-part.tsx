import type { AccountPart } from "#app/identity/account/account-part.ts";
import { type ShownBounce, StoppedEmails } from "./stopped-emails.tsx";

/** Tells readers that emails to them are stopped. */
export const bouncePart: AccountPart<ShownBounce | null> = {
  key: "bounce",
  Alert: ({ data: bounce, here, email }) =>
    bounce && <StoppedEmails bounce={bounce} of="reader" email={email} here={here} />,
};
