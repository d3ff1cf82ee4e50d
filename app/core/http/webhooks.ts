import { ruled } from "#app/slices.ts";

/**
 * The routes, by their paths in app/routes.ts, that other services post to. The action of each checks the signature of the
 * request (docs/recipes/receive-a-webhook.md): no session counts there, so no other site can act as a reader.
 */
const WEBHOOKS: readonly string[] = ruled("webhooks").flat();

/** Whether a route is a webhook. @param pattern the route's path, as a pattern */
export const isWebhook = (pattern: string) => WEBHOOKS.includes(pattern.replace(/^\//, ""));
