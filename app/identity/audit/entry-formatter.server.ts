import { href, type RouterContextProvider } from "react-router";
import { auditLabel } from "#app/audit-actions.ts";
import { i18nContext } from "#app/context.ts";
import { exactTime, timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { can, type Role } from "#app/permissions.ts";
import type { AuditEntry } from "./audit-list.server.ts";
import type { FormattedEntry } from "./audit-rows.tsx";
import { changeFormatter, entityOf } from "./change-formatter.server.ts";

/** Formats entries in the reader's language. @param role the reader's, which decides what they may restore */
export function entryFormatter(
  context: Readonly<RouterContextProvider>,
  role: Role,
): (entry: AuditEntry) => FormattedEntry {
  const { t } = context.get(i18nContext);
  const fromNow = timeFromNow(context);
  const exact = exactTime(context);
  const changes = changeFormatter(context);
  return ({ code, restorable, ...entry }) => ({
    ...entry,
    what: t(auditLabel(entry.action)),
    at: fromNow(entry.at),
    exact: exact(entry.at),
    refusal: code && t(`code:${code}`),
    changes: changes(entry),
    restore: restorable === 1 && can(role, `${entityOf(entry.action)}:delete`) ? restorePath(entry) : null,
  });
}

/** After restoring, the row's own page is shown, because the list that it was deleted from is not known here. */
const restorePath = ({ action, subjectId }: Pick<AuditEntry, "action" | "subjectId">) =>
  `${href("/manager/deleted/:entity/:id", { entity: entityOf(action), id: subjectId ?? "" })}?show=row`;
