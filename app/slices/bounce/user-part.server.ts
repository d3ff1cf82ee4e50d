import { dbContext, settingsContext } from "#app/context.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { can } from "#app/permissions.ts";
import { findBounceOf } from "./bounce.server.ts";
import { lift, liftSchema } from "./lift-form.server.ts";
import type { ShownBounce } from "./stopped-emails.tsx";

/** Reads for a user's page in the manager whether emails to them are stopped. */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "bounce",
  async read(context, userId) {
    const bounce = await findBounceOf(context.get(dbContext), userId, context.get(settingsContext));
    return ({ viewer }): ShownBounce | null =>
      bounce && {
        ...bounce,
        time: timeFormatter(context)(bounce.at),
        mayLift: can(viewer.role, "user:update"),
      };
  },
  actions: [
    {
      schema: liftSchema,
      permission: "user:update",
      recentProof: false,
      run: ({ context, userId, here }) => lift(context, userId, here),
    },
  ],
};
