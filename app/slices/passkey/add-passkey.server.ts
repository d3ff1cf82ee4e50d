import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { and, count, eq, exists, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext, type Viewer } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { base64url } from "#app/core/lib/bytes.ts";
import { logEvent } from "#app/core/lib/log.ts";
import { currentActor, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { changesOf } from "#app/identity/audit/audited.server.ts";
import type { Factor } from "#app/identity/hooks/hooks.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { isProvenByFactor } from "#app/identity/proof/factors.server.ts";
import { PROOF_PERIOD } from "#app/identity/proof/recent-proof.server.ts";
import { openSession } from "#app/identity/session/session.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { Attestation } from "./passkey.schema.ts";
import { credentialsOf, MAX_PASSKEYS } from "./passkey.server.ts";
import {
  CHALLENGE_LIFE,
  type ChallengePurpose,
  challengeIn,
  newChallenge,
  readChallenge,
  userHandleOf,
} from "./passkey-challenge.server.ts";
import { providerOf } from "./passkey-providers.ts";
import { passkeys, usedPasskeyChallenges } from "./passkeys.table.ts";
import { KEY_ALGORITHMS, relyingParty, USER_VERIFICATION } from "./relying-party.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * A user who has any of these factors must prove one of them before adding a passkey, because the passkey will replace
 * both steps of a sign-in.
 */
export const FACTORS_TO_PROVE: readonly Factor[] = ["second-step", "passkey"];

/** The purpose binds the challenge to the session that asked for it. */
const purposeOf = ({ sessionId }: Viewer): ChallengePurpose => `add:${sessionId}`;

/**
 * The options with which the browser creates a passkey for the reader. Authenticators that already have one create no
 * second one.
 * @returns null if the reader has MAX_PASSKEYS
 */
export async function passkeyCreationOptions(context: Context, viewer: Viewer) {
  const { now } = context.get(platformContext);
  const existing = await credentialsOf(context.get(dbContext), viewer.id);
  if (existing.length >= MAX_PASSKEYS) return null;
  return generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: relyingParty(context).id,
    userID: userHandleOf(viewer.id),
    userName: viewer.email,
    userDisplayName: viewer.name ?? viewer.email,
    challenge: await newChallenge(context.get(settingsContext), purposeOf(viewer), now),
    timeout: CHALLENGE_LIFE,
    attestationType: "none",
    excludeCredentials: existing,
    // The authenticator stores the passkey, so that its owner can select it without entering an address.
    authenticatorSelection: { residentKey: "required", userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: KEY_ALGORITHMS,
  });
}

/** The result of adding a passkey. */
type AddedPasskey =
  | { outcome: "added"; name: string }
  /** The challenge has expired, or was used by another form. */
  | { outcome: "expired" }
  /** The reader's session has ended in the meantime. */
  | { outcome: "session-ended" }
  /**
   * The response does not match the challenge, because it is from another site, was made without unlocking the device,
   * or is damaged; or the passkey is already registered.
   */
  | { outcome: "invalid" }
  | { outcome: "too-many" };

/**
 * Adds the passkey that the reader's browser has created, and emails them. One batch uses up the challenge and adds the
 * passkey, so if two forms at the same time would add a tenth and an eleventh passkey, only one is added. The same form
 * sent twice adds one passkey. Nothing is added if the session has ended in the meantime, or if the reader has got
 * another factor since the challenge and has not proven it in this session.
 * @param fallbackName the passkey's name if its provider is not known
 */
export async function addPasskey(
  context: Context,
  viewer: Viewer,
  answer: Attestation,
  fallbackName: string,
): Promise<AddedPasskey> {
  const db = context.get(dbContext);
  const actor = await currentActor(context);
  const signedChallenge = challengeIn(answer.response.clientDataJSON);
  const challenge =
    signedChallenge &&
    (await readChallenge(context.get(settingsContext), purposeOf(viewer), signedChallenge, actor.at));
  if (!challenge) return { outcome: "expired" };
  const verified = await verifyAttestation(context, answer, signedChallenge);
  if (!verified) return { outcome: "invalid" };

  const name = providerOf(verified.aaguid) ?? fallbackName;
  const won = exists(
    db
      .select({ id: usedPasskeyChallenges.id })
      .from(usedPasskeyChallenges)
      .where(
        and(eq(usedPasskeyChallenges.id, challenge.id), eq(usedPasskeyChallenges.usedBy, actor.requestId)),
      ),
  );
  const passkeyCount = db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, viewer.id));
  const add = insertFrom(
    db,
    passkeys,
    {
      userId: viewer.id,
      name,
      credentialId: verified.credential.id,
      publicKey: base64url(verified.credential.publicKey),
      counter: verified.credential.counter,
      transports: answer.response.transports,
      aaguid: verified.aaguid,
      backedUp: verified.credentialBackedUp,
      createdAt: actor.at,
    },
    { where: and(won, sql`(${passkeyCount}) < ${MAX_PASSKEYS}`) },
  )
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  const session = openSession(db, viewer.id, actor);
  const proven = isProvenByFactor(
    db,
    context.get(settingsContext),
    { userId: viewer.id, sessionId: viewer.sessionId },
    FACTORS_TO_PROVE,
    challenge.expiresAt - CHALLENGE_LIFE - PROOF_PERIOD,
  );
  const isStored = exists(
    db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.userId, viewer.id), eq(passkeys.credentialId, verified.credential.id))),
  );
  const {
    used,
    added,
    found: [existing],
    open,
  } = await runBatch(db, {
    used: insertFrom(
      db,
      usedPasskeyChallenges,
      { ...challenge, usedBy: actor.requestId },
      { where: and(exists(session), proven) },
    )
      .onConflictDoNothing()
      .returning({ id: usedPasskeyChallenges.id }),
    added: withNotice(
      db,
      withAuditEntry(db, add, actor, "passkey.add", {
        ...userSubject(viewer.id),
        changes: changesOf({ passkey: { from: sql`null`, to: sql`${name}` } }),
      }),
      actor,
      { about: "passkeyAdded", name },
      { where: eq(users.id, viewer.id) },
    ),
    found: db
      .select({ userId: passkeys.userId, name: passkeys.name })
      .from(passkeys)
      .where(eq(passkeys.credentialId, verified.credential.id)),
    open: session,
    // Creating a passkey proves who the user is, as using one does.
    proven: db
      .update(sessions)
      .set({ provenAt: actor.at, factorProvenAt: actor.at })
      .where(and(eq(sessions.id, viewer.sessionId), won, isStored)),
  });
  if (added.length === 1) return { outcome: "added", name };
  if (open.length === 0) return { outcome: "session-ended" };
  if (used.length === 1) return { outcome: existing ? "invalid" : "too-many" };
  // If the form is sent twice, the user has not seen the first response.
  return existing?.userId === viewer.id ? { outcome: "added", name: existing.name } : { outcome: "expired" };
}

/** The verified passkey; null if the response does not match the challenge. The reason is logged. */
async function verifyAttestation(context: Context, answer: Attestation, challenge: string) {
  const { id, origin } = relyingParty(context);
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer as Parameters<typeof verifyRegistrationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: KEY_ALGORITHMS,
    });
    return registrationInfo ?? null;
  } catch (error) {
    logEvent("passkey not added", { reason: (error as Error).message.slice(0, 200) });
    return null;
  }
}
