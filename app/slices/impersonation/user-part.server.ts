import { href, redirect } from "react-router";
import * as z from "zod";
import { dbContext } from "#app/context.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { can } from "#app/permissions.ts";
import { impersonate } from "./impersonation.server.ts";
import type { ShownImpersonation } from "./user-part.tsx";

/** Lets administrators impersonate a user, from the user's page in the manager. */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "impersonation",
  read:
    async () =>
    ({ user, viewer, isSelf, asked }): ShownImpersonation => {
      const may =
        can(viewer.role, "user:impersonate") &&
        !isSelf &&
        !user.isBanned &&
        !can(user.role, "apps:manager") &&
        // Until they have entered their name, users see only the form that asks for it.
        user.onboardedAt !== null;
      return { may, isAsked: may && asked === "impersonate" };
    },
  actions: [
    {
      schema: z.object({ intent: z.literal("impersonate") }),
      permission: "user:impersonate",
      recentProof: false,
      async run({ context, userId, viewer, here }) {
        const actor = await currentActor(context);
        const begun = await tryWrite(context, "user:errors.impersonateFailed", () =>
          impersonate(context.get(dbContext), viewer.sessionId, userId, actor),
        );
        if (begun.ok) return redirect(href("/app"));
        if ("failed" in begun) return redirectWithMessage(context, here, begun);
        throw refusalResponse(context, begun.code);
      },
    },
  ],
};
