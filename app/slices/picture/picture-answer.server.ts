import { href, type RouterContextProvider } from "react-router";
import { i18nContext, viewerContext } from "#app/context.ts";
import type { Failed, Refused } from "#app/core/db/written.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { accountPathOf } from "#app/permissions.ts";
import type { FileObjection } from "#app/slices/upload/file-kind.ts";
import { savePicture } from "./picture.server.ts";

/** What becomes of a picture that was sent. */
type PictureAnswer =
  /** It is saved, or was refused for what is not about the picture: a redirect says so. */
  { ok: true; redirect: Response } | { ok: false; message: string; status: number };

/** Saves the reader's picture. @throws what savePicture() throws */
export async function takePicture(page: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): Promise<PictureAnswer> {
  const { context } = page;
  const saved: { ok: true } | FileObjection | Refused | Failed = await savePicture(page);
  if (!saved.ok && "message" in saved) {
    const message = context.get(i18nContext).t(saved.message, saved.values ?? {});
    return { ok: false, message, status: saved.status };
  }
  const { role } = await context.get(viewerContext);
  const to = saved.ok ? accountPathOf(role) : href("/account/picture");
  return { ok: true, redirect: await redirectWithMessage(context, to, saved.ok ? "picture:saved" : saved) };
}
