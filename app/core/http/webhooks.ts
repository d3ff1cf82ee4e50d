import { ruled } from "#app/slices.ts";

/**
 * The routes that other services post to, by their paths in app/routes.ts. Each action checks the request's
 * signature (docs/recipes/receive-a-webhook.md): sessions are ignored there, so no other site can act as a
 * reader.
 */
const WEBHOOKS: readonly string[] = ruled("webhooks").flat();

/** Whether a route is a webhook. @param pattern the route's path, as a pattern */
export const isWebhook = (pattern: string) => WEBHOOKS.includes(pattern.replace(/^\//, ""));
