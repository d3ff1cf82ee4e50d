import { href } from "react-router";
import { isLinkProof, linkProof } from "#app/core/http/link-proof.server.ts";
import type { Settings } from "#app/settings.ts";

const PURPOSE = "organisation-invitation";

/** The part of an invitation that its link contains. */
interface Named {
  id: string;
  nonce: string;
}

const named = ({ id, nonce }: Named) => `${id}:${nonce}`;

/**
 * The link of an invitation. Nobody can guess it (256 bits). Its proof is in the query, which is not logged. Only the
 * email contains it, so anyone who opens it has access to the mailbox.
 * @param site an origin
 */
export async function invitationUrl(settings: Settings, site: string, invitation: Named): Promise<string> {
  const url = new URL(href("/invitation/:id", { id: invitation.id }), site);
  url.searchParams.set("proof", await linkProof(settings, PURPOSE, named(invitation)));
  return url.href;
}

/** Whether a URL is the latest link of an invitation. */
export const isInvitationLink = (settings: Settings, invitation: Named, url: URL): Promise<boolean> =>
  isLinkProof(settings, PURPOSE, named(invitation), url.searchParams.get("proof") ?? "");

/** The path of an opened link, without parameters that other programs have added to its query. */
export function pathOfLink(url: URL): string {
  const proof = url.searchParams.get("proof") ?? "";
  return `${url.pathname}?${new URLSearchParams({ proof })}`;
}
