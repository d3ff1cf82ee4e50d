import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { emailChanges, notices, secondSteps, users } from "#app/db/schema.ts";
import { hasNotMeLink, type Notice, noticeSchema, tellsOfSecondStep } from "#app/email/notice.ts";
import { LINK_LIFE } from "./not-me-link.server.ts";

/** A notice whose link still works, about an account that still exists. */
export interface OpenNotice {
  id: string;
  userId: string;
  /** The address that it was mailed to. */
  email: string;
  /** Whether the account has that address now. */
  current: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  notice: Notice;
  /** Whether someone has pressed the button already. */
  answered: boolean;
  /**
   * The change of address that it tells of, when it was carried out, if ever, and whether the account has its earlier
   * address.
   */
  change: {
    id: string;
    oldEmail: string;
    createdAt: number;
    doneAt: number | null;
    /** Whether it was stopped or undone. */
    stopped: boolean;
    restored: boolean;
  } | null;
  /**
   * If it tells of a second step, or of a change of address of an account that has had one: whether its link would switch that
   * off, whether it is off, or whether it stays.
   */
  secondStep: "undone" | "off" | "stays" | null;
}

/** The request that pressed the button; null if none has. */
export const answeredIn = sql<string | null>`json_extract(${notices.details}, '$.answeredIn')`;

/** Finds the notice of a link, or null if the link has expired or the account is gone. One query. */
export async function findOpenNotice(db: Database, id: string, now: number): Promise<OpenNotice | null> {
  const [row] = await db
    .select({
      userId: notices.userId,
      email: notices.email,
      current: sql<boolean>`${users.email} = ${notices.email}`.mapWith(Boolean).as("current"),
      about: notices.about,
      details: notices.details,
      createdAt: notices.createdAt,
      answered: sql<boolean>`${answeredIn} is not null`.mapWith(Boolean).as("answered"),
      changeId: sql<string | null>`${emailChanges.id}`.as("change_id"),
      oldEmail: emailChanges.oldEmail,
      changedAt: sql<number | null>`${emailChanges.createdAt}`.as("changed_at"),
      doneAt: emailChanges.doneAt,
      stopped: sql<boolean>`${emailChanges.stoppedAt} is not null`.mapWith(Boolean).as("stopped"),
      restored: sql<boolean>`${users.email} = ${emailChanges.oldEmail}`.mapWith(Boolean).as("restored"),
      hasHadStep: sql<boolean>`${secondSteps.userId} is not null`.mapWith(Boolean).as("has_had_step"),
      switchedOnAt: secondSteps.switchedOnAt,
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
    .leftJoin(secondSteps, eq(secondSteps.userId, notices.userId))
    .where(and(eq(notices.id, id), gt(notices.createdAt, now - LINK_LIFE)));
  if (!row) return null;
  const {
    about,
    details,
    changeId,
    oldEmail,
    changedAt,
    doneAt,
    stopped,
    restored,
    hasHadStep,
    switchedOnAt,
    ...found
  } = row;
  const { data: notice } = noticeSchema.safeParse({ ...JSON.parse(details), about });
  if (!notice || !hasNotMeLink(notice)) return null;
  const isOfChange = changeId !== null && oldEmail !== null && changedAt !== null;
  const change = isOfChange
    ? { id: changeId, oldEmail, createdAt: changedAt, doneAt, stopped, restored }
    : null;
  const open = { id, ...found, notice, change };
  return { ...open, secondStep: hasHadStep ? secondStepOf(open, switchedOnAt) : null };
}

function secondStepOf(
  { notice, change, createdAt, current }: Omit<OpenNotice, "secondStep">,
  switchedOnAt: number | null,
): OpenNotice["secondStep"] {
  if (!tellsOfSecondStep(notice) && !change?.doneAt) return null;
  if (switchedOnAt === null) return "off";
  const isUndone = change?.doneAt
    ? !change.restored && switchedOnAt >= change.doneAt
    : current && switchedOnAt === createdAt;
  return isUndone ? "undone" : "stays";
}
