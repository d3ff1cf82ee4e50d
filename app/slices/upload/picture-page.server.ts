import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext } from "#app/context.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import type { FormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { hasFieldsOnly } from "#app/core/http/receive-request.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { FileOwner } from "./file-kind.ts";
import { type PictureKind, removePicture, savePicture } from "./save-picture.server.ts";
import type { SentFile } from "./sent-file.ts";

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Where a form about a picture leads. */
interface Places {
  /** The path of its page. */
  here: string;
  /** The path to go to once the picture is saved or removed. */
  to: string;
}

const removalSchema = z.object({ intent: z.literal("remove-picture") });

/**
 * The forms of PicturePage: takes a file, or removes the picture.
 * @public also while no slice has pictures (knip.dev)
 */
export async function changePicture(page: Posted, kind: PictureKind, owner: FileOwner, places: Places) {
  const { request, context } = page;
  // The form that takes a file is multipart, the one that removes the picture is not.
  if (!hasFieldsOnly(request)) {
    const taken = await takePicture(page, kind, owner, places);
    if (taken.redirect) return taken.redirect;
    const result: FormResult = { status: "error", error: { file: [taken.message] } };
    return data(result, { status: taken.status });
  }
  const form = await parseForm(request, context, removalSchema);
  if (!form.ok) throw await invalidForm(form);
  const actor = await currentActor(context);
  const removed = await tryWrite(context, "upload:errors.notRemoved", () =>
    removePicture(context.get(dbContext), kind, owner, actor),
  );
  return redirectWithMessage(
    context,
    removed.ok ? places.to : places.here,
    removed.ok ? "upload:removed" : removed,
  );
}

/**
 * The same for a file that script sends, which hears of it as JSON.
 * @public also while no slice has pictures (knip.dev)
 */
export async function sendPicture(page: Posted, kind: PictureKind, owner: FileOwner, places: Places) {
  const taken = await takePicture(page, kind, owner, places);
  if (!taken.redirect) {
    return Response.json({ message: taken.message } satisfies SentFile, { status: taken.status });
  }
  const { headers } = taken.redirect;
  const to = headers.get("Location") ?? places.to;
  headers.delete("Location");
  return Response.json({ to } satisfies SentFile, { headers });
}

async function takePicture(
  page: Posted,
  kind: PictureKind,
  owner: FileOwner,
  { here, to }: Places,
): Promise<{ redirect: Response } | { redirect: null; message: string; status: number }> {
  const { context } = page;
  const saved = await savePicture(page, kind, owner);
  if (saved.ok) return { redirect: await redirectWithMessage(context, to, "upload:saved") };
  if (!("message" in saved)) return { redirect: await redirectWithMessage(context, here, saved) };
  const { message, values = {}, status } = saved;
  return { redirect: null, message: context.get(i18nContext).t(message, values), status };
}
