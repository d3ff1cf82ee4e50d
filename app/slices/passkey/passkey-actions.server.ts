import { href, type RouterContextProvider } from "react-router";
import { dbContext, i18nContext, settingsContext, viewerContext } from "#app/context.ts";
import { SESSION_ENDED } from "#app/core/db/written.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { deviceOf } from "#app/identity/device/device.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { addPasskey, FACTORS_TO_PROVE, passkeyCreationOptions } from "./add-passkey.server.ts";
import { passkeyFormSchema } from "./passkey.schema.ts";
import { listPasskeys, MAX_PASSKEYS, removePasskey, renamePasskey } from "./passkey.server.ts";

interface Posted {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}

/**
 * Adds, renames or removes passkeys of the reader. Adding takes two forms: the first asks for a proof and returns the
 * options for the browser, the second sends the passkey.
 * @returns the options for the browser, or the errors of the form, or a redirect
 * @throws a response: 400 for a form that is not the page's, 403 while impersonating, and the page that asks for a
 * recent proof
 */
export async function changePasskeys({ request, url, context }: Posted) {
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const form = await parseForm(request, context, passkeyFormSchema);
  if (!form.ok) {
    if (form.submission.payload.intent !== "rename-passkey") throw await invalidForm(form);
    return rejectForm(form);
  }
  const { value } = form;
  const db = context.get(dbContext);
  const { t } = context.get(i18nContext);
  const page = href("/account/passkeys");

  switch (value.intent) {
    case "begin-passkey": {
      // A passkey replaces both steps, so somebody who has only this session and the mailbox must not add one.
      await requireRecentProof(form, { request, url }, FACTORS_TO_PROVE);
      const options = await passkeyCreationOptions(context, viewer);
      return options ? { options: JSON.stringify(options) } : rejectForm(form, tooMany());
    }
    case "add-passkey": {
      // No proof is needed here, because the reader gave one to get this session's challenge.
      const device = deviceOf(request.headers.get("User-Agent"));
      const name = device ? t("session:device", device) : t("passkey:defaultName");
      const added = await tryWrite(context, "passkey:errors.addFailed", () =>
        addPasskey(context, viewer, value.response, name),
      );
      if ("failed" in added) return rejectForm(form, added);
      switch (added.outcome) {
        case "added":
          return redirectWithMessage(context, page, "passkey:success.added");
        case "session-ended":
          return redirectWithMessage(context, page, SESSION_ENDED);
        case "too-many":
          return rejectForm(form, tooMany());
        case "expired":
          return rejectForm(form, refusal("PASSKEY_EXPIRED"));
        case "invalid":
          return rejectForm(form, refusal("INVALID_PASSKEY"));
        default:
          throw added satisfies never;
      }
    }
    case "rename-passkey": {
      const { passkeyId: id, name } = value;
      const actor = await currentActor(context);
      const renamed = await tryWrite(context, "passkey:errors.renameFailed", () =>
        renamePasskey(db, viewer.id, { id, name }, actor),
      );
      if (!renamed.ok && "failed" in renamed) return rejectForm(form, renamed);
      return redirectWithMessage(context, page, renamed.ok ? "passkey:success.renamed" : renamed);
    }
    case "remove-passkey": {
      await requireRecentProof(form, { request, url });
      const actor = await currentActor(context);
      const removed = await tryWrite(context, "passkey:errors.removeFailed", async () => {
        const passkey = (await listPasskeys(db, viewer.id)).find(({ id }) => id === value.passkeyId);
        // The passkey was already removed, in another tab.
        if (!passkey) return { ok: true } as const;
        return removePasskey(db, context.get(settingsContext), viewer.id, passkey, actor);
      });
      if (!removed.ok) return redirectWithMessage(context, page, removed);
      return redirectWithMessage(context, page, "passkey:success.removed");
    }
    default:
      throw value satisfies never;
  }

  function tooMany() {
    return { message: t("passkey:errors.tooMany", { limit: MAX_PASSKEYS }), status: 409 };
  }

  function refusal(code: "PASSKEY_EXPIRED" | "INVALID_PASSKEY") {
    return { message: noteRefusal(context, code), status: ERROR_CODES[code] };
  }
}
