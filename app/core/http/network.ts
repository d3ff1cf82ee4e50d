const GROUPS = 8;

/**
 * The network to which a rate limit applies: an IPv4 address itself, or the first half (/64) of an IPv6
 * address, because one subscriber has every address that starts with it.
 *
 * @param address the address as Cloudflare writes it in CF-Connecting-IP
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [before, after] = address
    .toLowerCase()
    .split("::", 2)
    .map((part) => part.split(":").filter(Boolean)) as [string[], string[]?];
  // "::" stands for the missing groups, which are all zero.
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - (after?.length ?? 0))).fill("0");
  const groups = [...before, ...zeros, ...(after ?? [])].map((group) => group.replace(/^0+(?=.)/, ""));
  return `${groups.slice(0, GROUPS / 2).join(":")}::/64`;
}
