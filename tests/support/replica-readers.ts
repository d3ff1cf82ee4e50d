import type { users } from "#app/schema.ts";
import { addSession, addUser } from "./people.ts";
import type { ReplicatedD1 } from "./replicated-database.ts";
import { databaseCost, Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/**
 * A minute after a write, a browser no longer has to read from the primary, and may read from replicas for a
 * few more minutes.
 */
export const A_MINUTE = 60_000;
/** How long a browser may read without asking the primary (docs/product.md, Numbers). */
export const FIVE_MINUTES = 5 * A_MINUTE;

interface Replicated {
  worker: TestWorker;
  replication: ReplicatedD1;
}

/** The regions that responded and the start of the reads, from the Server-Timing header. */
export function servedBy(response: Response) {
  const header = response.headers.get("Server-Timing") ?? "";
  const field = (name: string) => new RegExp(`${name};desc="([^"]*)"`).exec(header)?.[1];
  return { start: field("db-start"), regions: field("db-regions") };
}

/** A user whose row the replicas have, and whose browser has already read from a replica. */
export async function addReader(
  { worker, replication }: Replicated,
  given: Parameters<typeof addUser>[1] = {},
) {
  const user = await addUser(worker, given);
  const visitor = await browserOf(worker, user);
  await replication.catchUp();
  await visitor.get("/app");
  return { visitor, user };
}

/** A new user whose browser runs script. Only such a browser gets a claim. */
export async function readerWithScript(
  worker: TestWorker,
  given: Parameters<typeof addUser>[1] = {},
): Promise<Visitor> {
  const visitor = await Visitor.signedIn(worker, given);
  visitor.cookies.set("script", "on");
  return visitor;
}

/** How many queries a page makes. */
export const queriesOf = async (visitor: Visitor, path: string): Promise<number> =>
  databaseCost(await visitor.get(path)).queries;

/** A browser in which a user is signed in. */
export async function browserOf(worker: TestWorker, user: typeof users.$inferSelect): Promise<Visitor> {
  const visitor = new Visitor(worker);
  const [name, value] = (await addSession(worker, user)).cookie.split("=") as [string, string];
  visitor.cookies.set(name, value);
  return visitor;
}

/** A second browser of a visitor, with the same cookies. */
export function copyOf(visitor: Visitor): Visitor {
  const copy = new Visitor(visitor.worker);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}
