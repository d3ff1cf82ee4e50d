import type { MailEventService } from "./delivery-event.ts";
import { mailchannelsEvents } from "./mailchannels.ts";
import { resendEvents } from "./resend.ts";

/** The services that report delivery events. To add one, write a file like ./resend.ts and name it here. */
export const MAIL_EVENT_SERVICES = [
  mailchannelsEvents,
  resendEvents,
] as const satisfies readonly MailEventService[];
