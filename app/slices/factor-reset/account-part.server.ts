import * as z from "zod";
import { dbContext, platformContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { cancelReset } from "./factor-reset.server.ts";
import { findReset } from "./open-reset.server.ts";
import { ownReset } from "./reset-in-words.server.ts";

/** Reads the reader's pending reset for their account page. */
export const accountPart: NonNullable<IdentityHooks["account"]> = {
  key: "factor-reset",
  async read(context, owner) {
    const { waiting } = await findReset(context.get(dbContext), owner, context.get(platformContext).now);
    return ({ mayChange }) => (mayChange && waiting ? ownReset(context, waiting) : null);
  },
  actions: [
    {
      schema: z.object({ intent: z.literal("stop-reset") }),
      async run({ context, url, viewer }) {
        const actor = await currentActor(context);
        const done = await tryWrite(context, "reset:errors.failed", () =>
          cancelReset(context.get(dbContext), viewer.id, null, actor),
        );
        return redirectWithMessage(context, url.pathname, done.ok ? "reset:success.stopped" : done);
      },
    },
  ],
};
