import { useId } from "react";
import { data, Form, redirect } from "react-router";
import { viewerContext } from "#app/context.ts";
import { readForm } from "#app/core/forms/read-form.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import {
  isTimeZone,
  noTimeZoneCookie,
  readTimeZoneCookie,
  selectedTimeZoneCookie,
} from "#app/core/i18n/time-zone-cookie.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { accountPathOf } from "#app/identity/account/account-area.server.ts";
import type { Route } from "./+types/time-zone.ts";

/** This is a page and not a dialog of the account page, because there are hundreds of time zones. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  const stored = readTimeZoneCookie(request.headers.get("Cookie"));
  return {
    selected: stored?.isSelected ? stored.zone : "",
    zones: Intl.supportedValuesOf("timeZone"),
    back: backFrom(url) ?? accountPathOf(request, role),
  };
}

/** Remembers a time zone; an empty one returns to the browser's own time zone. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { role } = await context.get(viewerContext);
  const zone = (await readForm(request)).get("zone");
  if (typeof zone !== "string" || (zone !== "" && !isTimeZone(zone))) throw data(null, { status: 400 });
  const cookie = zone === "" ? noTimeZoneCookie(url) : selectedTimeZoneCookie(zone, url);
  return redirect(backFrom(url) ?? accountPathOf(request, role), { headers: { "Set-Cookie": cookie } });
}

/** The page that the reader came from, if it is not their account page. */
const backFrom = (url: URL) => safeRedirect(url.searchParams.get("returnTo"));

export default function TimeZone({ loaderData: { selected, zones, back } }: Route.ComponentProps) {
  const { t } = useI18n();
  const field = useId();
  return (
    <>
      <PageTitle title={t("account:timeZone.title")} />
      <EntryHeading title={t("account:timeZone.title")}>
        <p>{t("account:timeZone.description")}</p>
      </EntryHeading>
      <Form method="post" className="flex flex-col gap-5">
        <div>
          <label htmlFor={field} className="mb-1.5 block font-medium">
            {t("account:timeZone.title")}
          </label>
          <select
            id={field}
            name="zone"
            defaultValue={selected}
            className="min-h-12 w-full rounded-lg border border-edge bg-paper ps-3 pe-8 py-2"
          >
            <option value="">{t("account:timeZone.automatic")}</option>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        </div>
        <SubmitButton width="full">{t("common:save")}</SubmitButton>
        <ButtonLink variant="secondary" width="full" to={back}>
          {t("common:cancel")}
        </ButtonLink>
      </Form>
    </>
  );
}
