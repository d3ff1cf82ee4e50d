import { useEffect, useRef } from "react";
import { data, Form } from "react-router";
import { viewerContext } from "#app/context.ts";
import { HiddenFields } from "#app/core/forms/hidden-fields.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { takeInterruptedForm } from "#app/identity/proof/interrupted-form.server.ts";
import type { Route } from "./+types/continue.ts";

export const middleware = [requireSignedInInParallel];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { id } = await context.get(viewerContext);
  const { form, headers } = await takeInterruptedForm(context, request, id);
  return data({ action: form.action, fields: form.fields, asks: form.signedOut }, { headers });
}

/** The server returns the form only once. */
export const shouldRevalidate = () => false;

/**
 * Sends the form that the end of a session interrupted: automatically, or with a button if there is no script. If
 * anyone at this browser may have sent it, it shows the form's values and waits for the button.
 */
export default function Continue({ loaderData: { action, fields, asks } }: Route.ComponentProps) {
  const { t } = useI18n();
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(asks);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    form.current?.requestSubmit();
  }, []);
  const title = t(asks ? "auth:continue.ask" : "auth:continue.title");
  return (
    <EntryLayout>
      <PageTitle title={title} />
      <EntryHeading title={title}>
        {t(asks ? "auth:continue.askDescription" : "auth:continue.description")}
      </EntryHeading>
      {asks && <SentFields action={action} fields={fields} />}
      <Form ref={form} method="post" action={action} replace className="mt-4 flex flex-col gap-3">
        <HiddenFields fields={fields} />
        <SubmitButton width="full">{t("auth:continue.submit")}</SubmitButton>
        <ButtonLink variant="secondary" width="full" to="/">
          {t("common:cancel")}
        </ButtonLink>
      </Form>
    </EntryLayout>
  );
}

/** Fields that nobody typed: the values that a form showed, and the id of a new row. */
const UNTYPED = ["original", "id"];

/**
 * The values of a form, and the page it goes to. The fields have no labels here, because only their own page knows
 * them.
 */
function SentFields({ action, fields }: { action: string; fields: readonly (readonly [string, string])[] }) {
  const typed = fields.filter(([name, value]) => !UNTYPED.includes(name) && value.trim() !== "");
  const texts = [action, ...typed.map(([, value]) => value)];
  return (
    <ul className="mt-4 flex flex-col gap-1 rounded-lg border border-edge p-4 text-sm">
      {[...new Set(texts)].map((text) => (
        <li key={text} className="wrap-anywhere">
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
