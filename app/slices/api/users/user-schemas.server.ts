import { z } from "@hono/zod-openapi";
import { ROLES, type Role } from "#app/permissions.ts";
import { time } from "#app/slices/api/operation.server.ts";

/** A role of the product. */
export const roleSchema = z.enum(ROLES as [Role, ...Role[]]);

const user = {
  id: z.string(),
  email: z.email(),
  name: z.string().nullable(),
  role: roleSchema,
  onboardedAt: time.nullable().openapi({ description: "When they completed onboarding." }),
};

const lastSeenAt = time
  .nullable()
  .openapi({ description: "Also null for callers who may not list sessions." });

/** A user in the response of a list. */
export const listedUserSchema = z
  .object({ ...user, banned: z.boolean(), lastSeenAt, createdAt: time })
  .openapi("ListedUser");

/** A user in the response to a read. */
export const userSchema = z
  .object({
    ...user,
    ban: z
      .object({ since: time, until: time.nullable(), reason: z.string().nullable() })
      .nullable()
      .openapi({ description: "The current ban. Without an end, it lasts until it is lifted." }),
  })
  .openapi("User");

/** A session of a user. */
export const sessionSchema = z
  .object({
    id: z.string(),
    device: z.object({ browser: z.string(), system: z.string() }).nullable(),
    country: z.string().nullable().openapi({ description: "ISO 3166-1 alpha-2.", example: "KE" }),
    updatedAt: time.openapi({ description: "When it was last used, rounded to the hour or day." }),
    expiresAt: time,
  })
  .openapi("Session");
