import { and, lt, not } from "drizzle-orm";
import { deviceOf } from "#app/identity/device/device.ts";
import { isKnownTo, type KnownUser } from "#app/identity/device/known-device.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Notice } from "./notice.ts";

/**
 * The notice of a sign-in from a browser that has not signed in to the account before. Use it with `withNotice` in the
 * batch that creates the session, for users who match {@link isNewDevice}.
 */
export const newDeviceNotice = ({
  userAgent,
  country,
  createdAt,
}: {
  userAgent: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
}): Notice => ({ about: "newDevice", device: deviceOf(userAgent), country, at: createdAt });

/**
 * SQL: whether a user is signing in with a browser that is new to them. The very first sign-in causes no
 * notice, because there is nobody to warn.
 * @param session the new session
 * @param knownUsers the users who have signed in with this browser before
 */
export const isNewDevice = ({ createdAt }: { createdAt: number }, knownUsers: KnownUser[]) =>
  and(lt(users.emailVerifiedAt, createdAt), not(isKnownTo(knownUsers)));
