import { readAccount } from "#app/features/account/account.server.ts";
import type { Route } from "./+types/account-more.ts";

/** A further page of the reader's sessions, as JSON: what Load more appends. */
export async function loader({ url, context }: Route.LoaderArgs) {
  return Response.json((await readAccount(context, url)).sessions);
}
