import type { Platform } from "#app/context.ts";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import { randomToken } from "#app/core/lib/bytes.ts";
import { type Email, EmailError } from "./email.ts";

/** An email that was stored instead of sent, to be read at /dev/outbox. */
export interface OutboxEmail extends Email {
  id: string;
  /** ISO 8601. */
  sentAt: string;
}

const PREFIX = "outbox:";
const DAY_SECONDS = 24 * 60 * 60;
/** How many emails the outbox shows: far more than anyone reads. */
const SHOWN = 100;
/** Keys start with this minus the time: KV lists keys in ascending order, and the newest email must come first. */
const FAR_FUTURE = 9_999_999_999_999;

/**
 * Stores an email for a day. Replaces a provider on a developer's machine.
 * @throws {EmailError} if KV fails
 */
export async function putIntoOutbox({ kv }: Pick<Platform, "kv">, email: Email): Promise<void> {
  const now = Date.now();
  const id = `${FAR_FUTURE - now}-${randomToken(6)}`;
  const kept: OutboxEmail = { id, sentAt: new Date(now).toISOString(), ...email };
  try {
    await kv.put(PREFIX + id, JSON.stringify(kept), { expirationTtl: DAY_SECONDS });
  } catch (cause) {
    throw new EmailError("The outbox did not take the mail", { cause });
  }
}

/** The emails of the last day, newest first, at most 100. */
export async function listOutbox(kv: KeyValueStore): Promise<OutboxEmail[]> {
  const { keys } = await kv.list({ prefix: PREFIX, limit: SHOWN });
  const emails = await Promise.all(keys.map(({ name }) => kv.getJson<OutboxEmail>(name)));
  return emails.filter((email) => email !== null);
}

/** One email from the outbox, or null. */
export async function findInOutbox(kv: KeyValueStore, id: string): Promise<OutboxEmail | null> {
  return kv.getJson<OutboxEmail>(PREFIX + id);
}
