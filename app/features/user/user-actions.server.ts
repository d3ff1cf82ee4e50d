import { data, href, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { redirectWithFlash } from "#app/lib/flash.server.ts";
import { parseForm } from "#app/lib/form.server.ts";
import { tryWrite } from "#app/lib/try-write.server.ts";
import type { Flash } from "#app/ui/flash.ts";
import { can, type Permission } from "../auth/permissions.ts";
import { revokeSession, revokeSessions } from "../session/session-list.server.ts";
import { deleteUser } from "./user.server.ts";

/** What a user's page lets a manager do. */
const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete") }),
  z.object({ intent: z.literal("revoke-session"), sessionId: z.string().max(100) }),
  z.object({ intent: z.literal("revoke-sessions") }),
]);

const PERMISSIONS: Record<z.output<typeof actionSchema>["intent"], Permission> = {
  delete: "user:delete",
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
  if (!can(viewer.role, PERMISSIONS[value.intent])) throw data(null, { status: 403 });

  const say = (
    path: string,
    type: Flash["type"],
    message: Parameters<typeof redirectWithFlash>[1]["message"],
  ) => redirectWithFlash(path, { type, message }, { context, url });
  const here = href("/manager/users/:id", { id: userId });

  switch (value.intent) {
    case "delete": {
      const { now } = context.get(platformContext);
      const change = await tryWrite(context, "user not deleted", () =>
        deleteUser(db, userId, { by: viewer.id, now }),
      );
      if (change === "done") return say(href("/manager/users"), "success", "user:success.deleted");
      if (change === "not-found") throw data(null, { status: 404 });
      if (change === "yourself") return say(here, "error", "user:errors.yourself");
      return say(
        here,
        "error",
        change === "last-admin" ? "user:errors.lastAdmin" : "user:errors.deleteFailed",
      );
    }
    case "revoke-session": {
      const revoked = await tryWrite(context, "session not revoked", () =>
        revokeSession(db, userId, value.sessionId),
      );
      return revoked === null
        ? say(here, "error", "session:errors.revokeFailed")
        : say(here, "success", "session:success.revoked");
    }
    case "revoke-sessions": {
      const revoked = await tryWrite(context, "sessions not revoked", async () => {
        await revokeSessions(db, userId, viewer.sessionId);
        return true;
      });
      return revoked === null
        ? say(here, "error", "session:errors.revokeAllFailed")
        : say(here, "success", "session:success.revokedAll");
    }
    default:
      throw value satisfies never;
  }
}
