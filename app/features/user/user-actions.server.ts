import { data, href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import type { Written } from "#app/db/written.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { impersonate } from "#app/features/session/impersonation.server.ts";
import { revokeSession, revokeSessions } from "#app/features/session/session-list.server.ts";
import { parseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { noteRefusal, refusalResponse } from "#app/http/refusal.server.ts";
import type { Permission } from "#app/permissions.ts";
import { deleteUser, unbanUser } from "./user-write.server.ts";

/** What a user's page lets a manager do. */
const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete") }),
  z.object({ intent: z.literal("unban") }),
  z.object({ intent: z.literal("impersonate") }),
  z.object({ intent: z.literal("revoke-session"), sessionId: z.string().max(100) }),
  z.object({ intent: z.literal("revoke-sessions") }),
]);

const PERMISSIONS: Record<z.output<typeof actionSchema>["intent"], Permission> = {
  delete: "user:delete",
  unban: "user:ban",
  impersonate: "user:impersonate",
  "revoke-session": "session:revoke",
  "revoke-sessions": "session:revoke",
};

/**
 * Does what was posted to a user's page, and says so on the page it leads to.
 * @throws a response: 400 where nothing we know was asked for, 403 without the permission, 404 where it is gone
 */
export async function changeUser(
  userId: string,
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
): Promise<Response> {
  const db = context.get(dbContext);
  const submission = await parseForm(request, actionSchema, context.get(i18nContext));
  if (submission.status !== "success") throw data(null, { status: 400 });
  const viewer = await context.get(viewerContext);
  const { value } = submission;
  authorize(context, viewer, PERMISSIONS[value.intent]);
  const actor = await currentActor(context);

  type Message = Parameters<typeof redirectWithFlash>[1]["message"];
  const here = href("/manager/users/:id", { id: userId });
  const succeed = (message: Message, path: string = here) =>
    redirectWithFlash(path, { type: "success", message }, { context, url });
  const fail = (message: Message) => redirectWithFlash(here, { type: "error", message }, { context, url });
  const write = <T>(change: () => Promise<T>) => tryWrite(context, `${value.intent} failed`, change);

  switch (value.intent) {
    case "delete": {
      const deleted: Written | null = await write(() => deleteUser(db, userId, actor));
      if (!deleted) return fail("user:errors.deleteFailed");
      if (deleted.ok) return succeed("user:success.deleted", href("/manager/users"));
      if (deleted.code === null) throw data(null, { status: 404 });
      noteRefusal(context, deleted.code);
      return fail(`code:${deleted.code}`);
    }
    case "unban": {
      const lifted = await write(() => unbanUser(db, userId, actor).then(() => true));
      return lifted ? succeed("user:success.unbanned") : fail("user:errors.unbanFailed");
    }
    case "impersonate": {
      const begun = await write(() => impersonate(db, viewer.sessionId, userId, actor));
      if (begun === null) return fail("user:errors.impersonateFailed");
      if (!begun) throw refusalResponse(context, "YOU_CANNOT_IMPERSONATE_THIS_USER");
      return redirect(href("/app"));
    }
    case "revoke-session": {
      const revoked = await write(() => revokeSession(db, userId, value.sessionId, actor));
      return revoked === null ? fail("session:errors.revokeFailed") : succeed("session:success.revoked");
    }
    case "revoke-sessions": {
      const revoked = await write(() => revokeSessions(db, userId, viewer.sessionId, actor).then(() => true));
      return revoked ? succeed("session:success.revokedAll") : fail("session:errors.revokeAllFailed");
    }
    default:
      throw value satisfies never;
  }
}
