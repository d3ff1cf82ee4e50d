import { data, href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import { dbContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { beginReset, cancelReset, confirmReset } from "#app/features/factor-reset/factor-reset.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { requireRecentProof } from "#app/features/proof/recent-proof.server.ts";
import { impersonate } from "#app/features/session/impersonation.server.ts";
import {
  revokeChosenSessions,
  revokeSession,
  revokeSessions,
} from "#app/features/session/session-list.server.ts";
import { revokeAccessTokens } from "#app/features/token/access-token.server.ts";
import { checkbox } from "#app/forms/fields.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { refusalResponse } from "#app/http/refusal.server.ts";
import { chosenIds, chosenMessage, refuseChosen } from "#app/lists/chosen.server.ts";
import { backToList, keepList } from "#app/lists/list-place.ts";
import { IN_PLACE, type RevokedInPlace } from "#app/lists/revoked-in-place.ts";
import type { Permission } from "#app/permissions.ts";
import { deleteUser, unbanUser } from "./user-write.server.ts";

/** The actions on a user's page in the manager. */
const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete") }),
  z.object({ intent: z.literal("unban") }),
  z.object({ intent: z.literal("impersonate") }),
  z.object({ intent: z.literal("begin-reset") }),
  z.object({ intent: z.literal("confirm-reset"), resetId: z.string().max(100) }),
  z.object({ intent: z.literal("stop-reset"), resetId: z.string().max(100) }),
  z.object({ intent: z.literal("revoke-session"), sessionId: z.string().max(100), [IN_PLACE]: checkbox() }),
  z.object({ intent: z.literal("revoke-sessions") }),
  z.object({ intent: z.literal("revoke-chosen"), chosen: chosenIds }),
  z.object({ intent: z.literal("revoke-token"), tokenId: z.string().max(100), [IN_PLACE]: checkbox() }),
  z.object({ intent: z.literal("revoke-tokens") }),
]);

const PERMISSIONS: Record<z.output<typeof actionSchema>["intent"], Permission> = {
  delete: "user:delete",
  unban: "user:ban",
  impersonate: "user:impersonate",
  "begin-reset": "user:reset-factors",
  "confirm-reset": "user:reset-factors",
  "stop-reset": "user:reset-factors",
  "revoke-session": "session:revoke",
  "revoke-sessions": "session:revoke",
  "revoke-chosen": "session:revoke",
  "revoke-token": "session:revoke",
  "revoke-tokens": "session:revoke",
};

const CHOSEN_REVOKED = {
  all: "selection:session.revoked",
  some: "selection:session.revokedSome",
  none: "selection:session.revokedNone",
} as const;

const RESET = {
  "begin-reset": "reset:success.begun",
  "confirm-reset": "reset:success.confirmed",
  "stop-reset": "reset:success.stopped",
} as const;

/** The actions that need a recent proof of who asks for them. */
const NEEDS_PROOF: z.output<typeof actionSchema>["intent"][] = [
  "delete",
  "unban",
  "begin-reset",
  "confirm-reset",
];

/**
 * Runs the action that was posted to a user's page. The next page shows the result.
 * @throws a response: 400 for an unknown action, 403 without the permission, 404 if the user is gone
 */
export async function changeUser(
  userId: string,
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
): Promise<Response> {
  const db = context.get(dbContext);
  const form = await parseForm(request, context, actionSchema);
  if (!form.ok) throw data(null, { status: 400 });
  const viewer = await context.get(viewerContext);
  const { value } = form;
  authorize(context, viewer, PERMISSIONS[value.intent]);
  if (NEEDS_PROOF.includes(value.intent)) await requireRecentProof(form, { request, url });
  const actor = await currentActor(context);

  const here = keepList(href("/manager/users/:id", { id: userId }), url.search);
  switch (value.intent) {
    case "delete": {
      const deleted = await tryWrite(context, "user:errors.deleteFailed", () =>
        deleteUser(db, userId, actor),
      );
      if (!deleted.ok) return redirectWithMessage(context, here, deleted);
      mailNotices(context, userId);
      const list = backToList(href("/manager/users"), url.search);
      return redirectWithMessage(context, list, "user:success.deleted");
    }
    case "unban": {
      const unbanned = await tryWrite(context, "user:errors.unbanFailed", () => unbanUser(db, userId, actor));
      if (!unbanned.ok) return redirectWithMessage(context, here, unbanned);
      mailNotices(context, userId);
      return redirectWithMessage(context, here, "user:success.unbanned");
    }
    case "impersonate": {
      const begun = await tryWrite(context, "user:errors.impersonateFailed", () =>
        impersonate(db, viewer.sessionId, userId, actor),
      );
      if (begun.ok) return redirect(href("/app"));
      if ("failed" in begun) return redirectWithMessage(context, here, begun);
      throw refusalResponse(context, begun.code);
    }
    case "begin-reset":
    case "confirm-reset":
    case "stop-reset": {
      const reset = await tryWrite(context, "reset:errors.failed", async () => {
        if (value.intent === "begin-reset") return beginReset(db, userId, actor);
        if (value.intent === "confirm-reset") return confirmReset(db, userId, value.resetId, actor);
        return cancelReset(db, userId, value.resetId, actor);
      });
      if (!reset.ok) return redirectWithMessage(context, here, reset);
      mailNotices(context, userId);
      return redirectWithMessage(context, here, RESET[value.intent]);
    }
    case "revoke-session": {
      const revoked = await tryWrite(context, "session:errors.revokeFailed", () =>
        revokeSession(db, userId, value.sessionId, actor),
      );
      if (!revoked.ok) return redirectWithMessage(context, here, revoked);
      mailNotices(context, userId);
      if (value[IN_PLACE]) return Response.json({ revoked: value.sessionId } satisfies RevokedInPlace);
      return redirectWithMessage(context, here, "session:revoked");
    }
    case "revoke-sessions": {
      const revoked = await tryWrite(context, "session:errors.revokeAllFailed", () =>
        revokeSessions(db, userId, viewer.sessionId, actor),
      );
      if (!revoked.ok) return redirectWithMessage(context, here, revoked);
      mailNotices(context, userId);
      return redirectWithMessage(context, here, "session:success.revokedAll");
    }
    case "revoke-chosen": {
      const refused = refuseChosen(value.chosen);
      if (refused) return redirectWithMessage(context, here, ...refused);
      const revoked = await tryWrite(context, "session:errors.revokeAllFailed", async () => {
        const count = await revokeChosenSessions(db, userId, value.chosen, viewer.sessionId, actor);
        return { ok: true as const, count };
      });
      if (!revoked.ok) return redirectWithMessage(context, here, revoked);
      mailNotices(context, userId);
      return redirectWithMessage(
        context,
        here,
        ...chosenMessage(CHOSEN_REVOKED, value.chosen, revoked.count),
      );
    }
    case "revoke-token": {
      const revoked = await tryWrite(context, "token:errors.revokeFailed", () =>
        revokeAccessTokens(db, userId, value.tokenId, actor),
      );
      if (!revoked.ok) return redirectWithMessage(context, here, revoked);
      mailNotices(context, userId);
      if (value[IN_PLACE]) return Response.json({ revoked: value.tokenId } satisfies RevokedInPlace);
      return redirectWithMessage(context, here, "token:revoked");
    }
    case "revoke-tokens": {
      const revoked = await tryWrite(context, "token:errors.revokeAllFailed", () =>
        revokeAccessTokens(db, userId, null, actor),
      );
      if (!revoked.ok) return redirectWithMessage(context, here, revoked);
      mailNotices(context, userId);
      return redirectWithMessage(context, here, "token:revokedAll");
    }
    default:
      throw value satisfies never;
  }
}
