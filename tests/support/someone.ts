import { type addUser, findUser } from "./people.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/** A signed-in user with a verified address. */
export async function someone(worker: TestWorker, given: Parameters<typeof addUser>[1] = {}) {
  const email = `${crypto.randomUUID()}@example.com`;
  const visitor = await Visitor.signedIn(worker, { email, emailVerifiedAt: 1, ...given });
  const id = (await findUser(worker, email))?.id as string;
  return { visitor, email, id };
}
