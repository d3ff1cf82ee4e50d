import { href, type RouterContextProvider } from "react-router";
import { sessionTokenContext, settingsContext, viewerContext } from "#app/context.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { ownerOf } from "#app/identity/session/session.server.ts";
import { AddPasskey } from "#app/slices/passkey/add-passkey.tsx";
import { changePasskeys } from "#app/slices/passkey/passkey-actions.server.ts";
import { RemovePasskeyDialog, RenamePasskeyDialog } from "#app/slices/passkey/passkey-dialogs.tsx";
import { PasskeyList, REMOVE, RENAME } from "#app/slices/passkey/passkey-list.tsx";
import { passkeyRows } from "#app/slices/passkey/passkey-row.server.ts";
import type { Route } from "./+types/passkeys.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  refuseIfOff(context);
  // The owner is found by the session's token, so the passkeys can be read while the session is being
  // checked.
  const owner = await ownerOf(context.get(sessionTokenContext) ?? "");
  const [viewer, passkeys] = await Promise.all([context.get(viewerContext), passkeyRows(context, owner)]);
  forbidWhileImpersonating(context, viewer);
  const namedBy = (parameter: string) =>
    passkeys.find(({ id }) => id === url.searchParams.get(parameter)) ?? null;
  return {
    passkeys,
    renaming: namedBy(RENAME),
    removing: namedBy(REMOVE),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  refuseIfOff(context);
  return changePasskeys({ request, url, context });
}

/** @throws a 404 response if passkeys are switched off */
function refuseIfOff(context: Readonly<RouterContextProvider>) {
  if (!context.get(settingsContext).PASSKEYS) throw refusalResponse(context, "NOT_FOUND");
}

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { passkeys, renaming, removing } = loaderData;
  const here = href("/account/passkeys");
  const options = actionData && "options" in actionData ? actionData.options : null;
  const refused = actionData && !("options" in actionData) ? actionData : undefined;
  return (
    <>
      <PageTitle title={t("passkey:title")} />
      <EntryHeading title={t("passkey:title")}>{t("passkey:description")}</EntryHeading>
      <section aria-labelledby="passkeys" className="mb-8">
        <h2 id="passkeys" className="mb-3 font-serif text-2xl font-semibold">
          {t("passkey:list")}
        </h2>
        {passkeys.length === 0 ? (
          <p className="text-quiet">{t("passkey:empty")}</p>
        ) : (
          <PasskeyList passkeys={passkeys} here={here} />
        )}
      </section>
      <AddPasskey options={options} error={(!renaming && refused?.error?.[""]?.[0]) || null} here={here} />
      {renaming && <RenamePasskeyDialog passkey={renaming} lastResult={refused} here={here} />}
      {removing && !renaming && <RemovePasskeyDialog passkey={removing} here={here} />}
    </>
  );
}
