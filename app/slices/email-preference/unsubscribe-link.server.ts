import { isLinkProof, linkProof } from "#app/core/http/link-proof.server.ts";
import type { Settings } from "#app/settings.ts";
import type { OptionalEmail, Recipient } from "./optional-email.ts";

const PURPOSE = "unsubscribe";

/** How a link names its recipient. */
const nameOf = (recipient: Recipient) =>
  "userId" in recipient ? `user:${recipient.userId}` : `mailbox:${recipient.mailboxKey}`;

/**
 * The link that switches off emails of a kind. Its page has a button, and a POST switches them off immediately (RFC
 * 8058). It works as long as the secret that signed it is in the settings.
 * @param site an origin
 */
export async function unsubscribeUrl(
  settings: Settings,
  site: string,
  { kind }: OptionalEmail,
  recipient: Recipient,
): Promise<string> {
  const url = new URL("/unsubscribe", site);
  const to = nameOf(recipient);
  const proof = await linkProof(settings, PURPOSE, `${kind} ${to}`);
  url.search = new URLSearchParams({ kind, to, proof }).toString();
  return url.href;
}

/**
 * The contents of a link made by {@link unsubscribeUrl}; null if its signature is wrong, or if its kind no
 * longer exists.
 */
export async function readUnsubscribeLink(
  settings: Settings,
  kinds: readonly OptionalEmail[],
  url: URL,
): Promise<{ email: OptionalEmail; recipient: Recipient } | null> {
  const kind = url.searchParams.get("kind") ?? "";
  const to = url.searchParams.get("to") ?? "";
  const proof = url.searchParams.get("proof") ?? "";
  const email = kinds.find((one) => one.kind === kind);
  if (!email || !(await isLinkProof(settings, PURPOSE, `${kind} ${to}`, proof))) return null;
  const [type, name = ""] = to.split(":");
  return { email, recipient: type === "user" ? { userId: name } : { mailboxKey: name } };
}
