/** What takes no room, and comes along where an address is copied from a page or a mail. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** The signs of full width, in the order of ASCII, and how far they are from it. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** The full stops of Chinese and Japanese: domain names take them for dots (UTS #46). */
const FULL_STOPS = /[\u3002\uff61]/g;

/** What a domain name with letters outside ASCII may consist of: nothing that ends the host of a URL. */
const UNICODE_DOMAIN = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]{1,253}$/u;

/**
 * An address as its owner means it: without what can't be seen, in the usual signs for those of full width, and with the ASCII form of
 * a domain in Unicode (UTS #46, as URLs have it). Only for what somebody types, who then gets a mail there; where a provider vouches
 * for an address, no other one may be made of it. It checks nothing and keeps capitals.
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

/** In lower case as far as addresses ignore it: letters of ASCII. "K", the sign for kelvin, is no k. */
export const lowerCaseAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
