import type { UserPart } from "#app/identity/manage-users/user-part.ts";
import { tokensUserPart } from "#app/slices/api/user-part.tsx";
import { bounceUserPart } from "#app/slices/bounce/user-part.tsx";
import { factorResetUserPart } from "#app/slices/factor-reset/user-part.tsx";
import { impersonationPart } from "#app/slices/impersonation/user-part.tsx";
import { organisationsUserPart } from "#app/slices/organisation/manager/user-part.tsx";
import { passkeysUserPart } from "#app/slices/passkey/user-part.ts";
import { pictureUserPart } from "#app/slices/picture/user-part.tsx";
import { linksPart } from "#app/slices/provider/user-part.ts";
import { secondStepUserPart } from "#app/slices/second-step/user-part.ts";

/** What slices show on a user's page in the manager, in this order. */
export const userParts = (): readonly UserPart[] => [
  impersonationPart,
  factorResetUserPart,
  bounceUserPart,
  pictureUserPart,
  linksPart,
  secondStepUserPart,
  passkeysUserPart,
  organisationsUserPart,
  tokensUserPart,
];
