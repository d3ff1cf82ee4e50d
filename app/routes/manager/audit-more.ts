import type { Route } from "./+types/audit-more.ts";
import { loader as audit } from "./audit.tsx";

export { middleware } from "./audit.tsx";

/** A further page of the log, as JSON: what Load more appends. */
export async function loader(args: Route.LoaderArgs) {
  const { page } = await audit(args as never);
  return Response.json(page);
}
