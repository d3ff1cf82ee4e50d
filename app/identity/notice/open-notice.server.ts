import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { emailChanges } from "#app/identity/tables/email-changes.ts";
import { notices } from "#app/identity/tables/notices.ts";
import { users } from "#app/identity/tables/users.ts";
import { LINK_LIFE } from "./not-me-link.server.ts";
import { hasNotMeLink, type Notice, noticeSchema } from "./notice.ts";

/** A notice whose link still works, about an account that still exists. */
export interface OpenNotice {
  id: string;
  userId: string;
  /** The address that received the notice by email. */
  email: string;
  /** Whether the account still has that address. */
  current: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  notice: Notice;
  /** The time zone (IANA) of the notice's times; null for UTC. */
  timeZone: string | null;
  /** Whether the notice says that there were more of its kind, which were not sent. */
  more: boolean;
  /** Whether someone has pressed the button already. */
  answered: boolean;
  /**
   * The change of address that the notice is about, when that was carried out, and whether the account has its earlier
   * address back.
   */
  change: {
    id: string;
    oldEmail: string;
    createdAt: number;
    doneAt: number | null;
    /** Whether the change was cancelled or undone. */
    stopped: boolean;
    restored: boolean;
  } | null;
}

/** The id of the request that pressed the button; null if none has. */
export const answeredIn = sql<string | null>`json_extract(${notices.details}, '$.answeredIn')`;

/** Finds the notice of a link; null if the link has expired or the account no longer exists. One query. */
export async function findOpenNotice(db: Database, id: string, now: number): Promise<OpenNotice | null> {
  const [row] = await db
    .select({
      userId: notices.userId,
      email: notices.email,
      current: sql<boolean>`${users.email} = ${notices.email}`.mapWith(Boolean).as("current"),
      about: notices.about,
      details: notices.details,
      timeZone: sql<string | null>`${notices.timeZone}`.as("notice_time_zone"),
      createdAt: notices.createdAt,
      answered: sql<boolean>`${answeredIn} is not null`.mapWith(Boolean).as("answered"),
      changeId: sql<string | null>`${emailChanges.id}`.as("change_id"),
      oldEmail: emailChanges.oldEmail,
      changedAt: sql<number | null>`${emailChanges.createdAt}`.as("changed_at"),
      doneAt: emailChanges.doneAt,
      stopped: sql<boolean>`${emailChanges.stoppedAt} is not null`.mapWith(Boolean).as("stopped"),
      restored: sql<boolean>`${users.email} = ${emailChanges.oldEmail}`.mapWith(Boolean).as("restored"),
    })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .leftJoin(
      emailChanges,
      and(
        eq(emailChanges.id, sql`json_extract(${notices.details}, '$.changeId')`),
        eq(emailChanges.userId, notices.userId),
      ),
    )
    .where(and(eq(notices.id, id), gt(notices.createdAt, now - LINK_LIFE)));
  if (!row) return null;
  const { about, details, changeId, oldEmail, changedAt, doneAt, stopped, restored, ...found } = row;
  const values = JSON.parse(details);
  const { data: notice } = noticeSchema.safeParse({ ...values, about });
  if (!notice || !hasNotMeLink(notice)) return null;
  const isOfChange = changeId !== null && oldEmail !== null && changedAt !== null;
  const change = isOfChange
    ? { id: changeId, oldEmail, createdAt: changedAt, doneAt, stopped, restored }
    : null;
  return { id, ...found, notice, more: values.more === true, change };
}
