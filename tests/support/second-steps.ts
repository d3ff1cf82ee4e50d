import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { recoveryCodes, secondSteps } from "#app/schema.ts";
import type { Settings } from "#app/settings.ts";
import { drawRecoveryCodes, hashRecoveryCode } from "#app/slices/second-step/recovery-code.ts";
import { seal } from "#app/slices/second-step/sealed.server.ts";
import { newTotpSecret } from "#app/slices/second-step/totp.server.ts";
import { addUser } from "./people.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

const STEP = 30_000;

/** The code that an app shows, now or some steps ahead. */
export const codeOf = (secret: string, steps = 0, now = Date.now()): string =>
  new TOTP({ secret }).generate({ timestamp: now + steps * STEP });

/** A code that is not accepted now or in the next steps. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555", "666666"].find(
    (code) => !right.includes(code),
  ) as string;
}

/** The form on a page with a new secret. */
export function setupIn(html: string) {
  const sealed = /name="secret" value="([^"]+)"/.exec(html)?.[1] as string;
  const secret = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(html)?.[0].replaceAll(" ", "") as string;
  return { sealed, secret };
}

/** Begins to switch on the second step. @returns the form on the page with the new secret */
export async function beginSetup(visitor: Visitor) {
  const answer = await visitor.post("/account/second-step", { intent: "begin" });
  return setupIn(await (await visitor.get(answer.headers.get("Location") as string)).text());
}

/** Switches on a user's second step. @returns the app's secret, and the recovery codes */
export async function addSecondStep(
  { db, settings }: TestWorker,
  userId: string,
  given: Partial<Settings> = {},
): Promise<{ secret: string; codes: string[] }> {
  const secret = newTotpSecret();
  const sealed = await seal({ ...settings, ...given }, secret, userId);
  await db.insert(secondSteps).values({ userId, sealed, switchedOnAt: Date.now() });
  const codes = drawRecoveryCodes().slice(0, 3);
  for (const code of codes) {
    const codeHash = await hashRecoveryCode(userId, code);
    await db.insert(recoveryCodes).values({ codeHash, userId, createdAt: Date.now() });
  }
  return { secret, codes };
}

/** A user with a second step, its secret and recovery codes. */
export async function withSecondStep(worker: TestWorker) {
  const user = await addUser(worker, { emailVerifiedAt: 1 });
  return { ...user, ...(await addSecondStep(worker, user.id)) };
}

/** A user's second step as it is stored, or undefined. */
export const findSecondStepRow = async ({ db }: TestWorker, userId: string) =>
  (await db.select().from(secondSteps).where(eq(secondSteps.userId, userId)))[0];

/** A user's recovery codes as they are stored. */
export const recoveryCodesOf = ({ db }: TestWorker, userId: string) =>
  db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));

/** A browser in which a user has entered the emailed code and still has to pass the second step. */
export async function pastFirstStep(
  worker: TestWorker,
  email: string,
  query = "",
  visitor = new Visitor(worker),
) {
  const { verifyPath, code } = await visitor.askForCode(email, query);
  const answer = await visitor.confirm(verifyPath, code);
  return { visitor, answer };
}
