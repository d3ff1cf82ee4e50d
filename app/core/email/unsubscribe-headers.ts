import type { Email } from "./email.ts";

/** What lets a mail program offer to unsubscribe, with one click (RFC 8058); undefined if the mail is about the security of an account. */
export const unsubscribeHeaders = ({ unsubscribeUrl }: Pick<Email, "unsubscribeUrl">) =>
  unsubscribeUrl === undefined
    ? undefined
    : { "List-Unsubscribe": `<${unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
