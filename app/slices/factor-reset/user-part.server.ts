import * as z from "zod";
import { dbContext, platformContext } from "#app/context.ts";
import type { Failed, Written } from "#app/core/db/written.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import type { UserForm } from "#app/identity/hooks/page-part.ts";
import { can } from "#app/permissions.ts";
import { beginReset, cancelReset, confirmReset } from "./factor-reset.server.ts";
import { findReset } from "./open-reset.server.ts";
import { resetLabel, resetQuestion, shownReset } from "./reset-in-words.server.ts";
import type { ShownFactorReset } from "./user-part.tsx";

/** Begins, confirms and stops the reset of a user's factors, on their page in the manager. */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "factor-reset",
  async read(context, userId) {
    const { hasFactors, waiting } = await findReset(
      context.get(dbContext),
      userId,
      context.get(platformContext).now,
    );
    return ({ user, viewer, isSelf, asked }): ShownFactorReset => {
      const maySee = can(viewer.role, "user:reset-factors");
      const may = maySee && !isSelf && hasFactors && !waiting;
      return {
        waiting:
          waiting && maySee
            ? shownReset(context, waiting, { mayConfirm: !isSelf && viewer.id !== waiting.begunById })
            : null,
        label: may ? resetLabel(context) : null,
        question: may && asked === "reset" ? resetQuestion(context, user) : null,
      };
    };
  },
  actions: [
    {
      schema: z.object({ intent: z.literal("begin-reset") }),
      permission: "user:reset-factors",
      recentProof: true,
      run: (posted) =>
        write(posted, "reset:success.begun", (actor) =>
          beginReset(posted.context.get(dbContext), posted.userId, actor),
        ),
    },
    {
      schema: z.object({ intent: z.literal("confirm-reset"), resetId: z.string().max(100) }),
      permission: "user:reset-factors",
      recentProof: true,
      run: (posted, { resetId }) =>
        write(posted, "reset:success.confirmed", (actor) =>
          confirmReset(posted.context.get(dbContext), posted.userId, String(resetId), actor),
        ),
    },
    {
      schema: z.object({ intent: z.literal("stop-reset"), resetId: z.string().max(100) }),
      permission: "user:reset-factors",
      recentProof: false,
      run: (posted, { resetId }) =>
        write(posted, "reset:success.stopped", (actor) =>
          cancelReset(posted.context.get(dbContext), posted.userId, String(resetId), actor),
        ),
    },
  ],
};

/** Makes a change, and redirects to the page with its result. */
async function write(
  { context, here }: UserForm,
  success: "reset:success.begun" | "reset:success.confirmed" | "reset:success.stopped",
  change: (actor: Actor) => Promise<Written | Failed>,
): Promise<Response> {
  const actor = await currentActor(context);
  const done = await tryWrite(context, "reset:errors.failed", () => change(actor));
  return redirectWithMessage(context, here, done.ok ? success : done);
}
