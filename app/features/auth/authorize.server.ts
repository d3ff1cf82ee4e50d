import { data, type RouterContextProvider } from "react-router";
import type { Viewer } from "#app/context.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { noteRefusal, refusalResponse } from "#app/http/refusal.server.ts";
import { can, errorCodeFor, type Permission } from "#app/permissions.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Returns the viewer if their role has a permission.
 * @throws a 403 response with the error code. Whoever impersonates somebody is told that this is why
 */
export function authorize(context: Context, viewer: Viewer, permission: Permission): Viewer {
  if (can(viewer.role, permission)) return viewer;
  forbidWhileImpersonating(context, viewer);
  throw refusalResponse(context, errorCodeFor(permission));
}

/**
 * For actions that change or delete an account: only its owner may do that, not an administrator who impersonates
 * them.
 * @throws a 403 response
 */
export function forbidWhileImpersonating(context: Context, viewer: Viewer): void {
  if (!viewer.impersonator) return;
  const code = "NOT_WHILE_IMPERSONATING";
  // They may have begun in another tab, with this form open: with script, it stays as they typed it.
  throw data({ code, message: noteRefusal(context, code), inPlace: "toast" }, { status: ERROR_CODES[code] });
}
