import type { RouterContextProvider } from "react-router";
import { auditLabel } from "#app/audit-actions.ts";
import { dbContext, i18nContext, recentRoleContext } from "#app/context.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { listAudit } from "#app/identity/audit/audit-list.server.ts";
import { can } from "#app/permissions.ts";
import type { HistoryEntry } from "./user-history.tsx";

/** How many entries of the audit log the page of a user shows. */
const ENTRIES = 10;

/**
 * The latest entries of the audit log by, as or about a user. Finds none if the role in the reader's cookie may not
 * read the log. (What the page shows depends on their actual role.)
 */
export async function findUserHistory(
  context: Readonly<RouterContextProvider>,
  userId: string,
): Promise<HistoryEntry[]> {
  if (!can(context.get(recentRoleContext), "audit:list")) return [];
  const filter = { person: userId, action: null, operations: "whole", from: null, before: null } as const;
  const { items } = await listAudit(context.get(dbContext), filter, null, ENTRIES);
  const { t } = context.get(i18nContext);
  const fromNow = timeFromNow(context);
  return items.map(({ id, at, action, actorId, actorLabel, subjectId, subjectLabel, parts }) => ({
    id,
    parts,
    at: fromNow(at),
    what: t(auditLabel(action)),
    subject: subjectId === userId || subjectId === actorId ? null : subjectLabel,
    actor: actorId === userId ? null : actorLabel,
  }));
}
