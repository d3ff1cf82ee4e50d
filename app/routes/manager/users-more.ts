import type { Route } from "./+types/users-more.ts";
import { loader as users } from "./users.tsx";

export { middleware } from "./users.tsx";

/** A further page of the list, as JSON: what Load more appends. */
export async function loader(args: Route.LoaderArgs) {
  const { page } = await users(args as never);
  return Response.json(page);
}
