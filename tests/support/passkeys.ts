import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { eq } from "drizzle-orm";
import { passkeys } from "#app/schema.ts";
import { Authenticator } from "./authenticator.ts";
import type { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/** The passkeys of a user. */
export const passkeysOf = ({ db }: TestWorker, userId: string) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt, passkeys.id);

/** Requests the options with which a browser creates a passkey. @throws {Error} if the response has none */
export async function beginPasskey(visitor: Visitor): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return optionsIn(await visitor.post("/account/passkeys.data", { intent: "begin-passkey" }));
}

/**
 * Requests the options with which a browser proves a sender's identity by passkey.
 * @throws {Error} if the response has none
 */
export async function askForProof(
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return optionsIn(await visitor.post(`${path}.data`, fields));
}

/** The browser's options in a response to script. */
async function optionsIn(answer: Response) {
  // Script gets a list of values that refer to each other (turbo-stream).
  const [line = "[]"] = (await answer.text()).split("\n");
  const options = (JSON.parse(line) as unknown[]).find(
    (value): value is string => typeof value === "string" && value.startsWith('{"'),
  );
  if (!options) throw new Error(`No options: ${answer.status} ${line}`);
  return JSON.parse(options);
}

/** Requests the options with which a browser asks for a passkey. */
export const askForPasskey = async (visitor: Visitor): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await visitor.get("/login/passkey")).json() as Promise<PublicKeyCredentialRequestOptionsJSON>;

/** Adds a passkey of the signed-in user. @returns the authenticator that has it */
export async function addPasskey(visitor: Visitor): Promise<Authenticator> {
  const authenticator = await Authenticator.on(visitor.worker);
  const response = await authenticator.make(await beginPasskey(visitor));
  const answer = await visitor.post("/account/passkeys", { intent: "add-passkey", response });
  if (answer.status !== 302) throw new Error(`No passkey was added: ${answer.status}`);
  return authenticator;
}

/**
 * Signs a visitor in with a passkey.
 * @param query the query of the sign-in page, which may name the page that the user wants
 */
export async function signInWith(
  visitor: Visitor,
  authenticator: Authenticator,
  deviation: Parameters<Authenticator["sign"]>[1] = {},
  query = "",
): Promise<Response> {
  const response = await authenticator.sign(await askForPasskey(visitor), deviation);
  return visitor.post(`/login/passkey${query}`, { response });
}
