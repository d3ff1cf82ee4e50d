/** The end of every worker's address at Cloudflare. */
const WORKERS_DEV = ".workers.dev";

/**
 * The address of a version that is uploaded under an alias: `<alias>-<worker>.<account>.workers.dev`
 * (https://developers.cloudflare.com/workers/configuration/previews/).
 * @param baseUrl the address of the worker itself
 * @returns null if `baseUrl` is the worker's own domain, because that does not contain the account's name at
 * workers.dev
 */
export function aliasUrl(baseUrl: string, alias: string): string | null {
  const { hostname } = new URL(baseUrl);
  return hostname.endsWith(WORKERS_DEV) ? `https://${alias}-${hostname}` : null;
}
