import type { RouterContextProvider } from "react-router";
import { i18nContext, type Viewer } from "#app/context.ts";
import { noteRefusal, refusalInPlace, refusalResponse } from "#app/core/http/refusal.server.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { errorCodeFor } from "#app/permission-errors.ts";
import { can, type Permission } from "#app/permissions.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Returns the viewer if their role has a permission.
 * @throws a 403 response with the error code; during impersonation, with the code that says so
 */
export function authorize(context: Context, viewer: Viewer, permission: Permission): Viewer {
  if (can(viewer.role, permission)) return viewer;
  forbidWhileImpersonating(context, viewer);
  throw refusalResponse(context, errorCodeFor(permission));
}

/**
 * Why a form may not restore a row that was deleted since the form was opened. Unlike the response that
 * authorize() throws, the result goes to rejectForm(), which keeps the reader's input.
 * @public unused until an entity has a form (knip.dev)
 * @returns null if the viewer's role has the permission
 */
export function restoreRefused(context: Context, viewer: Viewer, permission: Permission) {
  if (can(viewer.role, permission)) return null;
  const code = viewer.impersonator ? "NOT_WHILE_IMPERSONATING" : errorCodeFor(permission);
  noteRefusal(context, code);
  return { message: context.get(i18nContext).t("manager:errors.mayNotRestore"), status: ERROR_CODES[code] };
}

/**
 * For actions that change or delete an account: only its owner may do that, not an administrator who impersonates them.
 * @throws a 403 response
 */
export function forbidWhileImpersonating(context: Context, viewer: Viewer): void {
  if (!viewer.impersonator) return;
  // Impersonation may have started in another tab while this form was open.
  throw refusalInPlace(context, "NOT_WHILE_IMPERSONATING");
}
