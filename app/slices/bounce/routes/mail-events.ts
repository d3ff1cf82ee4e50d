import { data } from "react-router";
import { dbContext, requestIdContext, settingsContext } from "#app/context.ts";
import { logEvent } from "#app/core/lib/log.ts";
import { recordMailEvents } from "#app/slices/bounce/bounce.server.ts";
import { MAIL_EVENT_SERVICES } from "#app/slices/bounce/services/index.ts";
import type { Route } from "./+types/mail-events.ts";

/** Only services use this path, by POST. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: "POST" } });

/** Receives the delivery events of an email service. The service sends each event again until it gets a response. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const settings = context.get(settingsContext);
  const service = MAIL_EVENT_SERVICES.find(({ name }) => name === params.service);
  if (!service?.isOn(settings)) throw data(null, { status: 404 });
  const events = await service.read(settings, await request.text(), request.headers);
  if (!events) return new Response(null, { status: 401 });
  if (events.length > 0) {
    await recordMailEvents(context.get(dbContext), events);
    const count = (kind: string) => events.filter((event) => event.kind === kind).length;
    const [bounced, complained] = [count("bounce"), count("complaint")];
    if (bounced + complained > 0) {
      logEvent("mail came back", { requestId: context.get(requestIdContext), bounced, complained });
    }
  }
  return new Response(null, { status: 204 });
}
