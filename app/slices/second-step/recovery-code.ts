import { sha256 } from "#app/core/lib/bytes.ts";

/** How many recovery codes a user gets (docs/product.md, Numbers). */
export const RECOVERY_CODES = 10;

/** Letters and digits that are not mistaken for each other (Crockford's base32). */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

/** Characters that people type instead of those of the alphabet. */
const MISREAD: Record<string, string> = { o: "0", i: "1", l: "1" };

/** Generates recovery codes of 80 bits each, written in groups of four characters. */
export const drawRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, drawRecoveryCode);

function drawRecoveryCode(): string {
  const drawn = [...crypto.getRandomValues(new Uint8Array(LENGTH))];
  return drawn
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join("")
    .replace(/.{4}(?=.)/g, "$&-");
}

/** A typed recovery code without spaces and dashes; null if it can't be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "")
    .replace(/[oil]/g, (character) => MISREAD[character] as string);
  return code.length === LENGTH && [...code].every((character) => ALPHABET.includes(character)) ? code : null;
}

/**
 * The hash of a code, which the database stores instead of the code. A slow hash would not be safer, because nobody can
 * try 2^80 codes, however fast the hash is.
 * @param code the code, with or without dashes
 */
export const hashRecoveryCode = (userId: string, code: string): Promise<string> =>
  sha256(`${userId}:${code.replaceAll("-", "")}`);
