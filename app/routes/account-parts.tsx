import type { AccountPart } from "#app/identity/account/account-part.ts";
import { tokensPart } from "#app/slices/api/account-part.tsx";
import { bouncePart } from "#app/slices/bounce/account-part.tsx";
import { emailPreferencePart } from "#app/slices/email-preference/account-part.tsx";
import { factorResetPart } from "#app/slices/factor-reset/account-part.tsx";
import { passkeysPart } from "#app/slices/passkey/account-part.tsx";
import { picturePart } from "#app/slices/picture/account-part.tsx";
import { linkedAccountsPart } from "#app/slices/provider/linked-accounts.tsx";
import { secondStepPart } from "#app/slices/second-step/account-part.tsx";

/** What slices show on the reader's own account page, in this order. */
export const accountParts = (): readonly AccountPart[] => [
  factorResetPart,
  bouncePart,
  picturePart,
  linkedAccountsPart,
  passkeysPart,
  secondStepPart,
  tokensPart,
  emailPreferencePart,
];
