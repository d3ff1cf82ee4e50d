/** What the address of each worker at Cloudflare ends with. */
const WORKERS_DEV = ".workers.dev";

/**
 * Where a version that is uploaded under an alias answers: `<alias>-<worker>.<account>.workers.dev`
 * (https://developers.cloudflare.com/workers/configuration/previews/).
 * @param baseUrl where the worker itself is
 * @returns null if that is a domain of its own: it does not tell the account's name at workers.dev
 */
export function aliasUrl(baseUrl: string, alias: string): string | null {
  const { hostname } = new URL(baseUrl);
  return hostname.endsWith(WORKERS_DEV) ? `https://${alias}-${hostname}` : null;
}
