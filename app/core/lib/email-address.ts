/** Invisible characters, which get copied along with an address from a page or an email. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Full-width characters, in the order of ASCII, and their distance from it. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** The full stops of Chinese and Japanese, which domain names accept as dots (UTS #46). */
const FULL_STOPS = /[\u3002\uff61]/g;

/** The characters of a Unicode domain name: none of them ends the host of a URL. */
const UNICODE_DOMAIN = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]{1,253}$/u;

/**
 * A typed address as its owner means it: without invisible characters, with full-width characters replaced by ordinary
 * ones, and with the ASCII form of a Unicode domain (UTS #46, as in URLs). Only for input from a person who then
 * receives an email there; an address that a provider vouches for must not be changed. It validates nothing and keeps
 * capitals.
 */
export function typedAddress(typed: string): string {
  const address = typed
    .replace(INVISIBLE, "")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(FULL_STOPS, ".")
    .trim();
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + asciiDomain(address.slice(at));
}

function asciiDomain(domain: string): string {
  if (!UNICODE_DOMAIN.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** Lower case for ASCII letters only, because only their case is ignored in addresses. "K", the kelvin sign, stays. */
export const lowerCaseAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
