import { eq, or, sql } from "drizzle-orm";
import { jobs } from "#app/core/db/tables/jobs.ts";
import {
  ABOUT_OTHERS,
  INTERNAL,
  OWN_ID,
  type PersonalTable,
  personalTable,
  SECRET,
} from "#app/identity/hooks/personal-table.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { deletedRows } from "#app/identity/tables/deleted-rows.ts";
import { emailChanges } from "#app/identity/tables/email-changes.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { notices } from "#app/identity/tables/notices.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { hooked } from "./hooks.server.ts";
import { ownedTables } from "./owned-tables.server.ts";
import type { Tenant } from "./tenant.ts";

const BY_OTHERS = { leftOut: "It is what others did or wrote about the person." };

const OWN: readonly PersonalTable[] = [
  personalTable(users, {
    section: "account",
    of: ({ id }) => eq(users.id, id),
    by: users.createdAt,
    outlives: "It is the user: their own row is deleted last.",
    columns: {
      id: "value",
      email: "value",
      emailVerifiedAt: "time",
      name: "value",
      nameKey: { leftOut: "It is the name again, folded for the search." },
      role: "value",
      onboardedAt: "time",
      devicesSince: "time",
      lastSeenAt: "time",
      language: "value",
      timeZone: "value",
      lastSeenKey: { leftOut: "It is the time again, to sort by." },
      bannedAt: BY_OTHERS,
      banExpiresAt: BY_OTHERS,
      banReason: BY_OTHERS,
      createdAt: "time",
      updatedAt: "time",
    },
  }),
  personalTable(sessions, {
    section: "sessions",
    of: ({ id }) => eq(sessions.userId, id),
    by: sessions.updatedAt,
    columns: {
      id: INTERNAL,
      tokenHash: SECRET,
      userId: OWN_ID,
      expiresAt: "time",
      userAgent: "value",
      country: "value",
      provenAt: "time",
      factorProvenAt: "time",
      impersonatedUserId: ABOUT_OTHERS,
      impersonationEndsAt: ABOUT_OTHERS,
      createdAt: "time",
      updatedAt: "time",
    },
  }),
  personalTable(loginChallenges, {
    section: "loginCodes",
    of: ({ email }) => eq(loginChallenges.email, email),
    by: loginChallenges.createdAt,
    outlives: "It counts the tries at an address, whoever has it. The cron deletes it after a day.",
    columns: {
      id: INTERNAL,
      email: { leftOut: "It is always the account's own address." },
      mailbox: { leftOut: "It is the account's own address, spelled in one way." },
      purpose: "value",
      userId: { leftOut: "Somebody else may have asked for a code to this address." },
      deviceId: INTERNAL,
      codeMac: SECRET,
      linkHash: SECRET,
      createdAt: "time",
      expiresAt: "time",
      attempts: "value",
      consumedAt: "time",
      withdrawnAt: "time",
      replacedAt: "time",
      sessionId: INTERNAL,
    },
  }),
  personalTable(auditLog, {
    section: "activities",
    of: ({ id }) => eq(auditLog.actorId, id),
    by: auditLog.at,
    outlives: "It outlives everything it is about. It only forgets what they typed (forgetTextsOf).",
    columns: {
      id: INTERNAL,
      at: "time",
      requestId: INTERNAL,
      actorId: OWN_ID,
      actorLabel: { leftOut: "It is the account's own address at that time." },
      asUserId: ABOUT_OTHERS,
      asUserLabel: ABOUT_OTHERS,
      tokenName: "value",
      action: "value",
      subjectId: INTERNAL,
      subjectLabel: "value",
      code: "value",
      count: "value",
      partOf: INTERNAL,
      parts: "value",
      changes: { leftOut: "It may hold what is stored about others." },
      tenantId: INTERNAL,
    },
  }),
  personalTable(notices, {
    section: "notices",
    of: ({ id }) => eq(notices.userId, id),
    by: notices.createdAt,
    outlives: "One of them tells its user of the deletion.",
    columns: {
      id: INTERNAL,
      userId: OWN_ID,
      email: "value",
      about: "value",
      details: "value",
      language: "value",
      timeZone: "value",
      createdAt: "time",
    },
  }),
  personalTable(jobs, {
    section: "jobs",
    of: ({ id, email }) => or(eq(jobs.userId, id), eq(jobs.lane, email)) ?? sql`false`,
    by: jobs.createdAt,
    columns: {
      id: INTERNAL,
      kind: "value",
      about: INTERNAL,
      key: INTERNAL,
      userId: OWN_ID,
      urgent: INTERNAL,
      lane: { leftOut: "It is the account's own address, if anything." },
      createdAt: "time",
      attempts: INTERNAL,
      turn: INTERNAL,
      nextAttemptAt: INTERNAL,
      error: INTERNAL,
      givenUpAt: INTERNAL,
    },
  }),
  personalTable(deletedRows, {
    section: "deletedRows",
    of: ({ id }) => eq(deletedRows.userId, id),
    by: deletedRows.deletedAt,
    columns: {
      id: INTERNAL,
      entity: "value",
      userId: OWN_ID,
      tenantId: { leftOut: "What belongs to several people is not one person's." },
      label: "value",
      row: "value",
      deletedAt: "time",
    },
  }),
  personalTable(emailChanges, {
    section: "emailChanges",
    of: ({ id }) => eq(emailChanges.userId, id),
    by: emailChanges.createdAt,
    columns: {
      id: INTERNAL,
      userId: OWN_ID,
      oldEmail: "value",
      newEmail: "value",
      createdAt: "time",
      dueAt: "time",
      doneAt: "time",
      stoppedAt: "time",
    },
  }),
];

/** The tenant in which users have places that keys can be bound to; undefined if no slice has one. */
export const findTenant = (): Tenant | undefined =>
  hooked("personal")
    .flat()
    .find(({ tenant }) => tenant)?.tenant;

/** Every table with rows about people, including those of slices and owned tables. */
export const personalTables = (): PersonalTable[] => [...OWN, ...hooked("personal").flat(), ...ownedTables()];
