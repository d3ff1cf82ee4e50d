import type { RouterContextProvider } from "react-router";
import type { Viewer } from "#app/context.ts";
import { refusalResponse } from "#app/http/refusal.server.ts";
import { can, errorCodeFor, type Permission } from "#app/permissions.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * Returns the viewer if their role has a permission.
 * @throws a 403 response with the error code
 */
export function authorize(context: Context, viewer: Viewer, permission: Permission): Viewer {
  if (!can(viewer.role, permission)) throw refusalResponse(context, errorCodeFor(permission));
  return viewer;
}

/**
 * For actions that change or delete an account: only its owner may do that, not an administrator who impersonates
 * them.
 * @throws a 403 response
 */
export function forbidWhileImpersonating(context: Context, viewer: Viewer): void {
  if (viewer.impersonator) throw refusalResponse(context, "NOT_WHILE_IMPERSONATING");
}
