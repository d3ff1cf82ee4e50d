import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { base64url, fromBase64url } from "#app/core/lib/bytes.ts";

/** The flags of authenticator data (WebAuthn Level 3, 6.1). */
const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, attested: 0x40 };

/** How a response differs from the one that the request asks for. */
interface Deviation {
  /** The site that seems to make the request. */
  origin?: string;
  /** The host to which the passkey belongs. */
  rpId?: string;
  /** Whether the user has unlocked the authenticator. */
  verified?: boolean;
  userHandle?: string;
  /** Whether the signature is one of other data. */
  forged?: boolean;
  type?: string;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const digest = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const concat = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/**
 * An authenticator in software with one passkey (ES256). It obeys every option, so that tests can send responses that
 * no honest authenticator would send.
 */
export class Authenticator {
  /** The signature counter. Set to null, it does not count. */
  counter: number | null = 0;
  aaguid = new Uint8Array(16);
  readonly credentialId = base64url(crypto.getRandomValues(new Uint8Array(32)));
  readonly #origin: string;
  readonly #keys: CryptoKeyPair;
  #userHandle = "";

  private constructor(origin: string, keys: CryptoKeyPair) {
    this.#origin = origin;
    this.#keys = keys;
  }

  /** @param site the URL of the site on which it is used */
  static async on({ url }: { url: string }): Promise<Authenticator> {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    return new Authenticator(new URL(url).origin, keys as CryptoKeyPair);
  }

  /** Creates the passkey. @returns the field of the form, as browsers send it */
  async make(
    options: PublicKeyCredentialCreationOptionsJSON,
    { type = "webauthn.create", ...deviation }: Deviation = {},
  ): Promise<string> {
    this.#userHandle = options.user.id;
    const clientData = this.#clientData(type, options.challenge, deviation);
    const id = fromBase64url(this.credentialId) as Uint8Array;
    const attested = concat(this.aaguid, Uint8Array.of(0, id.length), id, await this.#publicKey());
    const rpId = deviation.rpId ?? options.rp.id ?? "";
    const authData = concat(await this.#authenticatorData(rpId, deviation, FLAGS.attested), attested);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return this.#answer(clientData, {
      attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
      transports: ["internal"],
    });
  }

  /** Signs a challenge. @returns the field of the form, as browsers send it */
  async sign(
    options: PublicKeyCredentialRequestOptionsJSON,
    { type = "webauthn.get", forged = false, ...deviation }: Deviation = {},
  ): Promise<string> {
    if (this.counter !== null) this.counter += 1;
    const clientData = this.#clientData(type, options.challenge, deviation);
    const authData = await this.#authenticatorData(deviation.rpId ?? options.rpId ?? "", deviation, 0);
    const signed = concat(authData, await digest(forged ? bytesOf("something else") : clientData));
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const signature = await crypto.subtle.sign(algorithm, this.#keys.privateKey, signed);
    return this.#answer(clientData, {
      authenticatorData: base64url(authData),
      signature: base64url(inDer(new Uint8Array(signature))),
      userHandle: deviation.userHandle ?? this.#userHandle,
    });
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Deviation) {
    return bytesOf(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  async #authenticatorData(rpId: string, { verified = true }: Deviation, further: number) {
    const flags =
      FLAGS.present | FLAGS.backupEligible | FLAGS.backedUp | (verified ? FLAGS.verified : 0) | further;
    const counter = new DataView(new ArrayBuffer(4));
    counter.setUint32(0, this.counter ?? 0);
    return concat(await digest(bytesOf(rpId)), Uint8Array.of(flags), new Uint8Array(counter.buffer));
  }

  /** As a COSE key (RFC 9052): EC2, ES256, P-256. */
  async #publicKey() {
    const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", this.#keys.publicKey);
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, fromBase64url(x) as Uint8Array],
      [-3, fromBase64url(y) as Uint8Array],
    ]);
    return isoCBOR.encode(key as Parameters<typeof isoCBOR.encode>[0]);
  }

  #answer(clientData: Uint8Array, response: object): string {
    return JSON.stringify({
      id: this.credentialId,
      rawId: this.credentialId,
      type: "public-key",
      clientExtensionResults: {},
      authenticatorAttachment: "platform",
      response: { clientDataJSON: base64url(clientData), ...response },
    });
  }
}

/** A signature as authenticators encode it (ASN.1 DER): WebCrypto gives r and s one after the other. */
function inDer(signature: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const first = bytes.findIndex((byte) => byte !== 0);
    const trimmed = [...bytes.slice(first)];
    const positive = (trimmed[0] ?? 0) & 0x80 ? [0, ...trimmed] : trimmed;
    return [0x02, positive.length, ...positive];
  };
  const both = [...integer(signature.slice(0, 32)), ...integer(signature.slice(32))];
  return Uint8Array.from([0x30, both.length, ...both]);
}
