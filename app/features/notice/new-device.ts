import type { Notice } from "#app/email/notice.ts";
import { deviceOf } from "#app/features/session/device.ts";

/**
 * The notice of a sign-in from a browser that has not signed in to the account before, for `withNotice` in the batch
 * that creates the session. Don't write it for the sign-in that creates the account: there is nobody to warn.
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
