import { platformContext, settingsContext } from "#app/context.ts";
import { isFileAddress } from "#app/slices/upload/file-address.server.ts";
import { sizeOf } from "#app/slices/upload/object-keys.ts";
import { sendObject } from "#app/slices/upload/send-object.server.ts";
import type { Route } from "./+types/file.ts";

/**
 * A picture, for anyone who has its address. The address is signed, so no query is needed. Browsers cache it forever,
 * as its content never changes.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { files } = context.get(platformContext);
  const isOurs = await isFileAddress(context.get(settingsContext), params);
  if (!files || !isOurs) return new Response(null, { status: 404 });
  return sendObject(files, sizeOf(params.id, params.size), request.headers, {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Disposition": "inline",
  });
}
