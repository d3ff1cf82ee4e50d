import { href, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, viewerContext } from "#app/context.ts";
import { checkbox } from "#app/core/forms/fields.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { backToList, keepList } from "#app/core/lists/list-place.ts";
import { IN_PLACE, type RevokedInPlace } from "#app/core/lists/revoked-in-place.ts";
import {
  refuseSelection,
  selectedIds,
  selectionMessage,
} from "#app/core/lists/selection/selected-rows.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import {
  revokeSelectedSessions,
  revokeSession,
  revokeSessions,
} from "#app/identity/session/session-list.server.ts";
import { deleteUser, unbanUser } from "#app/identity/user/user-write.server.ts";
import type { Permission } from "#app/permissions.ts";

/** The actions on a user's page in the manager. */
const OWN_ACTIONS = [
  z.object({ intent: z.literal("delete") }),
  z.object({ intent: z.literal("unban") }),
  z.object({ intent: z.literal("revoke-session"), sessionId: z.string().max(100), [IN_PLACE]: checkbox() }),
  z.object({ intent: z.literal("revoke-sessions") }),
  z.object({ intent: z.literal("revoke-selected"), selected: selectedIds }),
] as const;

type OwnAction = z.output<(typeof OWN_ACTIONS)[number]>;

/** What each action requires: a permission, and possibly a recent proof from the administrator. */
const NEEDS: Record<OwnAction["intent"], { permission: Permission; recentProof: boolean }> = {
  delete: { permission: "user:delete", recentProof: true },
  unban: { permission: "user:ban", recentProof: true },
  "revoke-session": { permission: "session:revoke", recentProof: false },
  "revoke-sessions": { permission: "session:revoke", recentProof: false },
  "revoke-selected": { permission: "session:revoke", recentProof: false },
};

const REVOKED_TEXTS = {
  all: "selection:success.sessions.revoked",
  some: "selection:success.sessions.revokedSome",
  none: "selection:errors.sessionsEnded",
} as const;

/**
 * Runs the action that was posted to a user's page. The next page shows the result.
 * @throws a response: 400 for an unknown action, 403 without the permission, 404 if the user no longer exists
 */
export async function changeUser(
  userId: string,
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
): Promise<Response> {
  const db = context.get(dbContext);
  const parts = hooked("user").flatMap(({ actions }) => actions ?? []);
  const schema = z.discriminatedUnion("intent", [...OWN_ACTIONS, ...parts.map(({ schema }) => schema)]);
  const form = await parseForm(request, context, schema);
  if (!form.ok) throw await invalidForm(form);
  const viewer = await context.get(viewerContext);
  const part = parts.find(({ schema }) => schema.shape.intent.value === form.value.intent);
  // The other intents belong to this page, so no slice's part may use one of them.
  const value = form.value as OwnAction;
  const { permission, recentProof } = part ?? NEEDS[value.intent];
  authorize(context, viewer, permission);
  if (recentProof) await requireRecentProof(form, { request, url });
  const actor = await currentActor(context);

  const here = keepList(href("/manager/users/:id", { id: userId }), url.search);
  if (part) return part.run({ context, userId, viewer, here }, form.value);
  switch (value.intent) {
    case "delete": {
      const deleted = await tryWrite(context, "user:errors.deleteFailed", () =>
        deleteUser(db, userId, actor),
      );
      if (!deleted.ok) return redirectWithMessage(context, here, deleted);
      const list = backToList(href("/manager/users"), url.search);
      return redirectWithMessage(context, list, "user:success.deleted");
    }
    case "unban": {
      const unbanned = await tryWrite(context, "user:errors.unbanFailed", () => unbanUser(db, userId, actor));
      if (!unbanned.ok) return redirectWithMessage(context, here, unbanned);
      return redirectWithMessage(context, here, "user:success.unbanned");
    }
    case "revoke-session": {
      const revoked = await tryWrite(context, "session:errors.revokeFailed", () =>
        revokeSession(db, userId, value.sessionId, actor),
      );
      if (!revoked.ok) return redirectWithMessage(context, here, revoked);
      if (value[IN_PLACE]) return Response.json({ revoked: value.sessionId } satisfies RevokedInPlace);
      return redirectWithMessage(context, here, "session:revoked");
    }
    case "revoke-sessions": {
      const revoked = await tryWrite(context, "session:errors.revokeAllFailed", () =>
        revokeSessions(db, userId, viewer.sessionId, actor),
      );
      if (!revoked.ok) return redirectWithMessage(context, here, revoked);
      return redirectWithMessage(context, here, "session:success.revokedAll");
    }
    case "revoke-selected": {
      const refused = refuseSelection(value.selected);
      if (refused) return redirectWithMessage(context, here, ...refused);
      const revoked = await tryWrite(context, "session:errors.revokeAllFailed", () =>
        revokeSelectedSessions(db, userId, value.selected, viewer.sessionId, actor),
      );
      if (!revoked.ok) return redirectWithMessage(context, here, revoked);
      return redirectWithMessage(
        context,
        here,
        ...selectionMessage(REVOKED_TEXTS, value.selected, revoked.count),
      );
    }
    default:
      throw value satisfies never;
  }
}
