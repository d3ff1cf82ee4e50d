import { data, Form, href } from "react-router";
import * as z from "zod";
import { dbContext, settingsContext, viewerContext } from "#app/context.ts";
import { rowsOfOwner } from "#app/core/db/owned.ts";
import { reference } from "#app/core/forms/fields.ts";
import { invalidForm, parseForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { EmptyState } from "#app/core/ui/empty-state.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { endShare, listShares, sharesOf } from "#app/slices/share/share.server.ts";
import { shareUrl } from "#app/slices/share/share-link.server.ts";
import { ShareLink } from "#app/slices/share/share-link.tsx";
import { shares } from "#app/slices/share/shares.table.ts";
import type { Route } from "./+types/shares.ts";

export const middleware = [requirePermissionInParallel("share:own")];

/** What the reader shares, with the links. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  const found = await readOwn(context, (owner) =>
    listShares(context.get(dbContext), rowsOfOwner(shares, owner)),
  );
  const { site } = await currentActor(context);
  const fromNow = timeFromNow(context);
  const listed = found.map(async ({ id, title, email, createdAt }) => ({
    id,
    title,
    email,
    since: fromNow(createdAt),
    url: await shareUrl(settings, site, id),
  }));
  return data({ shares: await Promise.all(listed) });
}

/** Stops sharing a link. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id } = authorize(context, await context.get(viewerContext), "share:own");
  const form = await parseForm(request, context, z.object({ id: reference() }));
  if (!form.ok) throw await invalidForm(form);
  const share = form.value.id;
  const actor = await currentActor(context);
  const ended = await tryWrite(context, "common:saveFailed", () =>
    endShare(context.get(dbContext), sharesOf(id), share, actor),
  );
  if (!ended.ok) return redirectWithMessage(context, href("/app/shares"), ended);
  return redirectWithMessage(context, href("/app/shares"), "share:success.ended", {
    undo: href("/app/deleted/:entity/:id", { entity: "share", id: share }),
  });
}

export default function Shares({ loaderData: { shares } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("share:title")} />
      <div className="mb-2 flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-serif text-4xl font-semibold">{t("share:title")}</h1>
        <ShareLink bookId={null} />
      </div>
      <p className="mb-6 max-w-prose text-quiet">{t("share:description")}</p>
      {shares.length === 0 ? (
        <EmptyState title={t("share:empty")} description={t("share:emptyDescription")} />
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
          {shares.map(({ id, title, email, since, url }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium break-words">
                  <bdi>{title ?? t("share:shelf")}</bdi>
                </p>
                <p className="text-sm break-words text-quiet">
                  <Address>{email}</Address>
                  <span>{" · "}</span>
                  <Moment time={since} />
                </p>
                <a
                  href={url}
                  className="mt-1 block text-sm break-all text-accent underline underline-offset-4"
                >
                  <bdi>{url}</bdi>
                </a>
              </div>
              <div className="flex flex-wrap gap-2">
                <CopyButton
                  variant="secondary"
                  text={url}
                  onCopied={() => showToast("success", t("link:copied"))}
                >
                  {t("link:copy")}
                </CopyButton>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton variant="secondary">{t("link:end")}</SubmitButton>
                </Form>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
