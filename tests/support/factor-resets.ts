import { desc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { HOUR } from "#app/core/lib/durations.ts";
import { auditLog, factorResets, passkeys, sessions, type users } from "#app/schema.ts";
import { EVERY_15_MINUTES, runCron } from "./cron.ts";
import { passkeysOf } from "./passkeys.ts";
import { addSession, addUser } from "./people.ts";
import { addSecondStep, findSecondStepRow, recoveryCodesOf } from "./second-steps.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

type Given = Partial<typeof users.$inferSelect>;

/** Somebody with a second step and a passkey, signed in. */
export async function personWithFactors(worker: TestWorker, given: Given = {}) {
  const user = await addUser(worker, { emailVerifiedAt: 1, ...given });
  const factors = await addSecondStep(worker, user.id);
  await worker.db.insert(passkeys).values({
    userId: user.id,
    name: "Phone",
    credentialId: user.id,
    publicKey: "",
    counter: 0,
    transports: [],
    aaguid: "",
    backedUp: true,
    createdAt: 1,
  });
  const { cookie } = await addSession(worker, user);
  return { ...user, ...factors, visitor: new Visitor(worker, { Cookie: cookie }) };
}

/** How far the cron's clock must be ahead for a reset to be due, in milliseconds. */
export const LATER = 25 * HOUR;

/** Runs the cron that carries out a reset that was begun now. */
export const carryOut = (worker: TestWorker) => runCron(worker, EVERY_15_MINUTES, LATER);

/** An administrator, signed in. */
export async function administrator(worker: TestWorker, given: Parameters<typeof addSession>[2] = {}) {
  const user = await addUser(worker, { role: "admin" });
  const { cookie } = await addSession(worker, user, given);
  return { ...user, visitor: new Visitor(worker, { Cookie: cookie }) };
}

/** The page of a user in the manager. */
export const pageOf = ({ id }: { id: string }) => `/manager/users/${id}`;

/** A user's resets, newest first. */
export const resetsOf = ({ db }: TestWorker, { id }: { id: string }) =>
  db.select().from(factorResets).where(eq(factorResets.userId, id)).orderBy(desc(factorResets.begunAt));

/** Begins a reset as an administrator. @returns its id */
export async function begin(
  worker: TestWorker,
  admin: { visitor: Visitor },
  person: { id: string },
): Promise<string> {
  const answer = await admin.visitor.post(pageOf(person), { intent: "begin-reset" });
  const [reset] = await resetsOf(worker, person);
  if (!reset) throw new Error(`No reset was begun: ${answer.status} ${answer.headers.get("X-Error-Code")}`);
  return reset.id;
}

/** Confirms a reset as a second administrator. */
export const confirm = (admin: { visitor: Visitor }, person: { id: string }, resetId: string) =>
  admin.visitor.post(pageOf(person), { intent: "confirm-reset", resetId });

/** The audit log entries about a user, without refusals: the actions and the actors. */
export const entriesAbout = async ({ db }: TestWorker, { id }: { id: string }) =>
  (await db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.at)).flatMap(
    ({ action, actorId, code }) => (code ? [] : [[action, actorId]]),
  );

/** Expects a user's second step and passkeys to be gone. */
export async function expectReset(worker: TestWorker, { id }: { id: string }) {
  expect(await findSecondStepRow(worker, id)).toMatchObject({ sealed: null, switchedOnAt: null });
  expect(await recoveryCodesOf(worker, id)).toEqual([]);
  expect(await passkeysOf(worker, id)).toEqual([]);
  expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
}
