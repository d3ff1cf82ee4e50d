import { handleApi } from "#app/slices/api/api.server.ts";
import type { Route } from "./+types/v1.ts";

/** The whole API: app/slices/api/ has a file for each kind of thing. */
export const loader = ({ request, context }: Route.LoaderArgs) => handleApi(request, context);

export const action = ({ request, context }: Route.ActionArgs) => handleApi(request, context);
