import type { ErrorCode } from "./error-codes.ts";
import type { Permission } from "./permissions.ts";
import { type Merged, type Ruled, ruled } from "./slices.ts";

const OF_SLICES: Merged<Ruled<"missingPermissions">> = Object.assign({}, ...ruled("missingPermissions"));

/** The error codes of permissions that have their own (docs/product.md, Errors). Slices declare theirs. */
const CODES: Partial<Record<Permission, ErrorCode>> = {
  ...OF_SLICES,
  "user:set-role": "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE",
  "user:create": "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS",
  "user:list": "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS",
  "user:ban": "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS",
  "user:impersonate": "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS",
  "user:delete": "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS",
  "session:list": "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS",
  "session:revoke": "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS",
};

/** The error code for a missing permission. */
export function errorCodeFor(permission: Permission): ErrorCode {
  return CODES[permission] ?? "ACCESS_DENIED";
}
