import { Form } from "react-router";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { CodeField } from "#app/identity/login-code/code-field.tsx";
import { AnyCodeField } from "./any-code-field.tsx";
import type { SecondStepSetup } from "./setup.server.ts";

/** The form that begins to switch the second step on. */
export function BeginForm({ action }: { action: string }) {
  const { t } = useI18n();
  return (
    <Form method="post" action={action} className="flex flex-col gap-4">
      <p>{t("factor:begin.needs")}</p>
      <SubmitButton width="full" intent="begin">
        {t("factor:begin.submit")}
      </SubmitButton>
    </Form>
  );
}

/** Shows the secret for the app, and asks for the app's first code. */
export function SetupForm({
  setup,
  refused,
  action,
}: {
  setup: SecondStepSetup;
  /** The action's result, if it refused the code. */
  refused: FormResult | undefined;
  action: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(refused);
  const { path, size } = setup.qr;
  const code = form.field("code");
  return (
    <Form method="post" action={action} {...form.props} className="flex flex-col gap-5">
      <input type="hidden" name="secret" value={setup.sealed} />
      <section aria-labelledby="scan">
        <h2 id="scan" className="mb-2 font-serif text-2xl font-semibold">
          {t("factor:setup.scan")}
        </h2>
        <p className="text-quiet">{t("factor:setup.scanHelp")}</p>
        {/* The code is black on white even in the dark theme, because many apps can't read inverted codes. */}
        <svg
          role="img"
          aria-label={t("factor:setup.qr")}
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          className="mx-auto mt-4 mb-4 w-full max-w-64 rounded-lg"
        >
          <path d={`M0 0h${size}v${size}H0z`} fill="white" />
          <path d={path} fill="black" />
        </svg>
        <p>
          <a
            href={setup.uri}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            {t("factor:setup.open")}
          </a>
        </p>
        <p className="text-quiet">{t("factor:setup.typeHelp")}</p>
        <p dir="ltr" className="my-1 font-mono break-words rtl:text-end">
          {setup.groups}
        </p>
      </section>
      <section aria-labelledby="first-code">
        <h2 id="first-code" className="mb-2 font-serif text-2xl font-semibold">
          {t("factor:setup.confirm")}
        </h2>
        <FieldErrors id={form.errorId} errors={form.errors} />
        {/* Without script, the browser would show the top of the page, and the picture would hide that the code is
            wrong. */}
        <CodeField field={code} label={t("factor:setup.code")} autoFocus={code.errors !== undefined} />
      </section>
      <SubmitButton width="full" intent="switch-on">
        {t("factor:setup.submit")}
      </SubmitButton>
    </Form>
  );
}

/**
 * A second step that is on: since when, how many recovery codes are left, and the forms that renew these codes or
 * switch the second step off.
 */
export function SwitchedOn({
  step: { since, codesLeft },
  lastResult,
  action,
}: {
  step: { since: FormattedTime; codesLeft: number };
  /** The action's result, if it refused a form. */
  lastResult: FormResult | undefined;
  action: string;
}) {
  const { t } = useI18n();
  const intent = lastResult?.initialValue?.intent;
  const left = t("factor:on.codesLeft", { count: codesLeft });
  return (
    <>
      <StatusMessage type="success">
        <Moment time={since}>{(time) => t("factor:on.since", { time })}</Moment>
      </StatusMessage>
      <section aria-labelledby="recovery">
        <h2 id="recovery" className="mb-2 font-serif text-2xl font-semibold">
          {t("factor:on.recovery")}
        </h2>
        {codesLeft > 2 ? (
          <p className="text-quiet">{left}</p>
        ) : (
          <StatusMessage type="warning">{left}</StatusMessage>
        )}
        <CodeForm
          lastResult={intent === "renew-codes" ? lastResult : undefined}
          action={action}
          intent="renew-codes"
          submit={t("factor:on.renew")}
        />
      </section>
      <section aria-labelledby="off" className="border-t border-line pt-6">
        <h2 id="off" className="mb-2 font-serif text-2xl font-semibold">
          {t("factor:on.off")}
        </h2>
        <p className="text-quiet">{t("factor:on.offHelp")}</p>
        <CodeForm
          lastResult={intent === "switch-off" ? lastResult : undefined}
          action={action}
          intent="switch-off"
          submit={t("factor:on.off")}
        />
      </section>
    </>
  );
}

function CodeForm({
  lastResult,
  action,
  intent,
  submit,
}: {
  lastResult: FormResult | undefined;
  action: string;
  intent: string;
  submit: string;
}) {
  const form = useFormResult(lastResult);
  return (
    <Form method="post" action={action} {...form.props} className="mt-4 flex flex-col gap-4">
      <FieldErrors id={form.errorId} errors={form.errors} />
      <AnyCodeField field={form.field("code")} />
      <SubmitButton variant="secondary" width="full" intent={intent}>
        {submit}
      </SubmitButton>
    </Form>
  );
}
