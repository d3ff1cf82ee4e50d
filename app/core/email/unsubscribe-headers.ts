import type { Email } from "./email.ts";

/**
 * The headers that let an email program offer to unsubscribe with one click (RFC 8058); undefined for security emails.
 */
export const unsubscribeHeaders = ({ unsubscribeUrl }: Pick<Email, "unsubscribeUrl">) =>
  unsubscribeUrl === undefined
    ? undefined
    : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
