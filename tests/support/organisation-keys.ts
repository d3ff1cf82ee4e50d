import { eq } from "drizzle-orm";
import { sha256 } from "#app/core/lib/bytes.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { TOKEN_PREFIX } from "#app/product.ts";
import { auditLog, organisationKeys } from "#app/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { newTokenText } from "#app/slices/api/token/token-text.ts";
import type { ApiCaller } from "./api-caller.ts";
import type { DescribedOperation } from "./api-document.ts";
import { filledPath, pathOf, validBody } from "./api-samples.ts";
import { organisationWithPeople } from "./organisation-people.ts";
import { addOrganisation } from "./organisations.ts";
import type { TestWorker } from "./worker.ts";

type Key = typeof organisationKeys.$inferSelect;

/** Adds a key of an organisation with the scopes read and write, for 30 days. @returns its row, and the key itself */
export async function addKey(
  { db }: TestWorker,
  organisationId: string,
  given: Partial<Key> = {},
): Promise<Key & { text: string }> {
  const text = await newTokenText();
  const now = Date.now();
  const scopes: Scope[] = ["read", "write"];
  const values = { organisationId, name: "Robot", scopes, createdAt: now, expiresAt: now + 30 * DAY };
  const [key] = await db
    .insert(organisationKeys)
    .values({ tokenHash: await sha256(text), ...values, ...given })
    .returning();
  return { ...(key as Key), text };
}

/** The keys of an organisation. */
export const keysOf = ({ db }: TestWorker, organisationId: string) =>
  db.select().from(organisationKeys).where(eq(organisationKeys.organisationId, organisationId));

/** An organisation with people, and its page of keys. */
export async function organisationWithKeys(
  worker: TestWorker,
  ...roles: Parameters<typeof organisationWithPeople>[1][]
) {
  const organisation = await organisationWithPeople(worker, ...roles);
  return { ...organisation, page: `${organisation.path}/keys` };
}

/** The audit log entries about an organisation's keys. */
export async function keyEntriesOf({ db }: TestWorker, organisationId: string) {
  const entries = await db.select().from(auditLog).where(eq(auditLog.tenantId, organisationId));
  return entries.filter(({ action }) => action.startsWith("key."));
}

/** A program that calls with a new key of an organisation. @param caller any program */
export async function withKey(caller: ApiCaller, organisationId: string, given: Partial<Key> = {}) {
  const { text, ...key } = await addKey(caller.worker, organisationId, given);
  return { key, program: caller.with(text) };
}

/** The fields of the form for a new key. */
export const newKeyForm = (fields: Record<string, string> = {}) => ({
  intent: "create-key",
  id: crypto.randomUUID(),
  name: "Nightly import",
  scopes: "read",
  ends: "90",
  ...fields,
});

/** The key that a page shows; null if it shows none. */
export const keyShownIn = (html: string): string | null =>
  new RegExp(`<textarea[^>]*>(${TOKEN_PREFIX}_[\\w-]+)</textarea>`).exec(html)?.[1] ?? null;

/**
 * Whether an organisation's key may call an operation: to read the organisation and its members, and for
 * everything about the organisation's rows. It may not invite or change people.
 */
export function isForKeys(operation: DescribedOperation): boolean {
  const path = pathOf(operation);
  if (/^\/organisations\/\{id\}\/invitations/.test(path)) return false;
  if (/^\/organisations\/\{id\}\/members/.test(path)) return operation.method === "get";
  return /^\/organisations?(\/|$)/.test(path);
}

/** A valid request of an operation. */
export async function requestOf(operation: DescribedOperation, worker: TestWorker) {
  const json = await validBody(operation, worker);
  return { method: operation.method.toUpperCase(), ...(json && { json }) };
}

/**
 * Fills in the path of an operation on an organisation of the caller, and adds a key of that organisation.
 */
export async function placedForKey(
  operation: DescribedOperation,
  operations: DescribedOperation[],
  caller: ApiCaller,
  given: Partial<Key> = {},
) {
  const path = await filledPath(operation, operations, caller);
  const [, named] = /^\/organisations\/([\w-]+)/.exec(path) ?? [];
  const organisationId = named ?? (await addOrganisation(caller.worker, caller.owner.id)).id;
  return { path, organisationId, ...(await withKey(caller, organisationId, given)) };
}
