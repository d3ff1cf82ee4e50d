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
import type { FileKind, FileOwner } from "./file-kind.ts";
import { removeFile, saveFile } from "./save-file.server.ts";
import type { SentFile } from "./sent-file.ts";

interface Posted {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** The file that a form changes. */
export interface ChangedFile {
  kind: FileKind;
  owner: FileOwner;
  /** The path of the page with the form. */
  here: string;
  /** The path to redirect to once the file is saved or removed. */
  to: string;
}

const removalSchema = z.object({ intent: z.literal("remove-file") });

/** Finds the file that a form is about. @throws a response if the user may not change it */
type FindFile<Page extends Posted> = (page: Page) => Promise<ChangedFile>;

/** The action of PicturePage and DocumentPage: saves the file of a form, or removes the current one. */
export async function changeFile<Page extends Posted>(page: Page, find: FindFile<Page>) {
  const { request, context } = page;
  formTypeOf(request);
  const file = await find(page);
  const { kind, owner, here, to } = file;
  if (!(await isRemoval(request))) {
    const taken = await takeFile(page, file);
    if (taken.redirect) return taken.redirect;
    const result: FormResult = { status: "error", error: { file: [taken.message] } };
    return data(result, { status: taken.status });
  }
  const form = await parseForm(request, context, removalSchema);
  if (!form.ok) throw await invalidForm(form);
  const actor = await currentActor(context);
  const words = wordsOf(kind);
  const removed = await tryWrite(context, `${words}.notRemoved`, () =>
    removeFile(context.get(dbContext), kind, owner, actor),
  );
  return redirectWithMessage(context, removed.ok ? to : here, removed.ok ? `${words}.removed` : removed);
}

/**
 * Whether a form removes the file. Only small forms are read here, because a large one must contain a file, which is
 * read as a stream.
 */
async function isRemoval(request: Request): Promise<boolean> {
  if (hasFieldsOnly(request)) return true;
  const isSmall = Number(request.headers.get("Content-Length") ?? Number.NaN) <= BODY_LIMITS.maxBytes;
  return isSmall && removalSchema.safeParse(Object.fromEntries(await readForm(request))).success;
}

/** Saves a file that script uploads, and responds with JSON. */
export async function sendFile<Page extends Posted>(page: Page, find: FindFile<Page>): Promise<Response> {
  formTypeOf(page.request);
  const file = await find(page);
  const taken = await takeFile(page, file);
  if (!taken.redirect) {
    return Response.json({ message: taken.message } satisfies SentFile, { status: taken.status });
  }
  const { headers } = taken.redirect;
  const to = headers.get("Location") ?? file.to;
  headers.delete("Location");
  return Response.json({ to } satisfies SentFile, { headers });
}

/** The texts about a kind of file. */
const wordsOf = ({ sizes }: FileKind) => (sizes ? ("upload:picture" as const) : ("upload:document" as const));

async function takeFile(
  page: Posted,
  { kind, owner, here, to }: ChangedFile,
): Promise<{ redirect: Response } | { redirect: null; message: string; status: number }> {
  const { context } = page;
  const saved = await saveFile(page, kind, owner);
  if (saved.ok) return { redirect: await redirectWithMessage(context, to, `${wordsOf(kind)}.saved`) };
  if (!("message" in saved)) return { redirect: await redirectWithMessage(context, here, saved) };
  const { message, values = {}, status } = saved;
  return { redirect: null, message: context.get(i18nContext).t(message, values), status };
}
