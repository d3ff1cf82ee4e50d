const GROUPS = 8;

/**
 * Which network an address belongs to, as far as a limit is concerned: an IPv4 address is one of its own; of an IPv6
 * address it is the first half, as one subscriber has all that begin with it.
 *
 * @param address as Cloudflare writes it in CF-Connecting-IP
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [before, after] = address
    .toLowerCase()
    .split("::", 2)
    .map((part) => part.split(":").filter(Boolean)) as [string[], string[]?];
  // "::" stands for as many groups of zeros as are missing.
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - (after?.length ?? 0))).fill("0");
  const groups = [...before, ...zeros, ...(after ?? [])].map((group) => group.replace(/^0+(?=.)/, ""));
  return `${groups.slice(0, GROUPS / 2).join(":")}::/64`;
}
