import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext } from "#app/context.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { formTypeOf, readForm } from "#app/core/forms/read-form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import type { FormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { BODY_LIMITS, hasFieldsOnly } from "#app/core/http/receive-request.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import type { FileOwner } from "./file-kind.ts";
import { type PictureKind, removePicture, savePicture } from "./save-picture.server.ts";
import type { SentFile } from "./sent-file.ts";

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** A picture that a form changes. */
export interface ChangedPicture {
  kind: PictureKind;
  owner: FileOwner;
  /** The path of the page with the form. */
  here: string;
  /** The path to go to once the picture is saved or removed. */
  to: string;
}

const removalSchema = z.object({ intent: z.literal("remove-picture") });

/** Finds the picture that a form is about. @throws a response if its sender may not change it */
type FindPicture<Page extends Posted> = (page: Page) => Promise<ChangedPicture>;

/** The forms of PicturePage: takes a file, or removes the picture. */
export async function changePicture<Page extends Posted>(page: Page, find: FindPicture<Page>) {
  const { request, context } = page;
  formTypeOf(request);
  const picture = await find(page);
  const { kind, owner, here, to } = picture;
  if (!(await isRemoval(request))) {
    const taken = await takePicture(page, picture);
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
  return redirectWithMessage(context, removed.ok ? to : here, removed.ok ? "upload:removed" : removed);
}

/** Whether a form removes the picture. One that can have a file, and may be large, has one, and is read as it comes. */
async function isRemoval(request: Request): Promise<boolean> {
  if (hasFieldsOnly(request)) return true;
  const isSmall = Number(request.headers.get("Content-Length") ?? Number.NaN) <= BODY_LIMITS.maxBytes;
  return isSmall && removalSchema.safeParse(Object.fromEntries(await readForm(request))).success;
}

/** The same for a file that script sends, which hears of it as JSON. */
export async function sendPicture<Page extends Posted>(
  page: Page,
  find: FindPicture<Page>,
): Promise<Response> {
  formTypeOf(page.request);
  const picture = await find(page);
  const taken = await takePicture(page, picture);
  if (!taken.redirect) {
    return Response.json({ message: taken.message } satisfies SentFile, { status: taken.status });
  }
  const { headers } = taken.redirect;
  const to = headers.get("Location") ?? picture.to;
  headers.delete("Location");
  return Response.json({ to } satisfies SentFile, { headers });
}

async function takePicture(
  page: Posted,
  { kind, owner, here, to }: ChangedPicture,
): Promise<{ redirect: Response } | { redirect: null; message: string; status: number }> {
  const { context } = page;
  const saved = await savePicture(page, kind, owner);
  if (saved.ok) return { redirect: await redirectWithMessage(context, to, "upload:saved") };
  if (!("message" in saved)) return { redirect: await redirectWithMessage(context, here, saved) };
  const { message, values = {}, status } = saved;
  return { redirect: null, message: context.get(i18nContext).t(message, values), status };
}
