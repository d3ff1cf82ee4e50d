import { dbContext, settingsContext } from "#app/context.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { findBounceOf } from "./bounce.server.ts";
import { lift, liftSchema } from "./lift-form.server.ts";
import type { ShownBounce } from "./stopped-emails.tsx";

/** Reads for the account page whether emails to the reader are stopped. */
export const accountPart: NonNullable<IdentityHooks["account"]> = {
  key: "bounce",
  async read(context, userId) {
    const bounce = await findBounceOf(context.get(dbContext), userId, context.get(settingsContext));
    return ({ mayChange }): ShownBounce | null =>
      bounce && { ...bounce, time: timeFormatter(context)(bounce.at), mayLift: mayChange };
  },
  actions: [
    { schema: liftSchema, run: ({ context, viewer, url }) => lift(context, viewer.id, url.pathname) },
  ],
};
