import { cloudflare } from "./cloudflare.ts";
import { mailchannels } from "./mailchannels.ts";
import { resend } from "./resend.ts";

/** The services that send email. To add one, write a file like ./resend.ts and add it to both lists here. */
export const EMAIL_PROVIDERS = [mailchannels, cloudflare, resend] as const;

/** The settings of all services. Each file declares its own, with their reasons. */
export const emailProviderSettings = { ...mailchannels.settings, ...cloudflare.settings, ...resend.settings };

export type EmailProviderName = (typeof EMAIL_PROVIDERS)[number]["name"];

export const EMAIL_PROVIDER_NAMES = EMAIL_PROVIDERS.map(({ name }) => name);
