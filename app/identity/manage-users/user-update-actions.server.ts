import { href, type RouterContextProvider } from "react-router";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import type { Written } from "#app/core/db/written.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { roleName } from "#app/identity/user/role-name.ts";
import { USER_UPDATES, userUpdateSchema } from "#app/identity/user/user.schema.ts";
import { type RoleChanged, setUserDetails, setUserEmail, setUserRole } from "./user-update.server.ts";

/**
 * Runs one of the forms that change a user. The same page shows the result, so that the input in the other forms stays.
 * A new address and a new role need a recent proof from the administrator.
 * @throws a response: 400 for an unknown form, 401 without that proof, 403 without the permission, 404 if the user no
 *   longer exists
 */
export async function updateUser(
  userId: string,
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
) {
  const db = context.get(dbContext);
  const form = await parseForm(request, context, userUpdateSchema);
  if (!form.ok) {
    const isKnown = USER_UPDATES.some((intent) => intent === form.submission.payload.intent);
    if (!isKnown) throw await invalidForm(form);
    return rejectForm(form);
  }
  const { value } = form;
  authorize(context, await context.get(viewerContext), `user:${value.intent}`);
  if (value.intent !== "update") await requireRecentProof(form, { request, url });
  const actor = await currentActor(context);
  const updated = await tryWrite(context, "FAILED_TO_UPDATE_USER", (): Promise<Written | RoleChanged> => {
    switch (value.intent) {
      case "update": {
        const { intent, ...details } = value;
        return setUserDetails(db, userId, details, actor);
      }
      case "set-email":
        return setUserEmail(db, userId, value, actor);
      case "set-role":
        return setUserRole(db, userId, value, actor);
      default:
        throw value satisfies never;
    }
  });
  if (updated.ok) {
    const here = keepList(href("/manager/users/:id/update", { id: userId }), url.search);
    if (value.intent !== "set-role") return redirectWithMessage(context, here, "user:success.updated");
    const role = roleName(context.get(i18nContext).t, value.role);
    return redirectWithMessage(context, here, "user:success.roleChanged", { values: { role } });
  }
  if ("role" in updated) {
    noteRefusal(context, updated.code);
    const { t } = context.get(i18nContext);
    const message = t("user:errors.roleChanged", { role: roleName(t, updated.role) });
    return rejectForm(form, { message, status: 409 });
  }
  return rejectForm(form, updated);
}
