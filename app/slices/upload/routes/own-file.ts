import { create } from "content-disposition";
import { and, eq, isNotNull } from "drizzle-orm";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { sendDocument } from "#app/slices/upload/documents.server.ts";
import { files } from "#app/slices/upload/files.table.ts";
import { sizeOf } from "#app/slices/upload/object-keys.ts";
import { sendObject } from "#app/slices/upload/send-object.server.ts";
import type { Route } from "./+types/own-file.ts";

/** Downloads a file that the reader has uploaded: a document unchanged, a picture as it was redrawn. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const [file] = await readOwn(context, (owner) =>
    context
      .get(dbContext)
      .select({ id: files.id, name: files.name, type: files.type })
      .from(files)
      .where(and(eq(files.id, params.id), eq(files.userId, owner), isNotNull(files.readyAt))),
  );
  forbidWhileImpersonating(context, await context.get(viewerContext));
  const { files: bucket } = context.get(platformContext);
  if (file && bucket) {
    const drawn = await sendObject(bucket, sizeOf(file.id, "large"), request.headers, {
      "Cache-Control": "private, no-store",
      "Content-Disposition": create(`${file.name}.webp`),
    });
    if (drawn.status !== 404) return drawn;
  }
  return sendDocument({ request, context }, file);
}
