import { Form, useLocation } from "react-router";
import { ChangedMeanwhile } from "#app/core/forms/changed-meanwhile.tsx";
import { OriginalValuesField } from "#app/core/forms/original-values-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { type FormResult, useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";

/** The result of the form with `intent`; undefined if another form of the page was sent. */
const answerTo = (intent: string, lastResult: FormResult | undefined) =>
  lastResult?.initialValue?.intent === intent ? lastResult : undefined;

/**
 * Adds a member of the organisation to a team. The form asks for an email address, because a list of all members could
 * have a hundred entries.
 */
export function AddMemberForm({ lastResult }: { lastResult: FormResult | undefined }) {
  const { t } = useI18n();
  const form = useFormResult(answerTo("add-member", lastResult));
  return (
    <section aria-labelledby="add" className="mt-10">
      <h2 id="add" className="mb-4 font-serif text-2xl font-semibold">
        {t("team:add")}
      </h2>
      <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <TextField
          field={form.field("email")}
          label={t("team:fields.email")}
          hint={t("team:addHint")}
          type="email"
          autoComplete="off"
          isRequired
        />
        <div>
          <SubmitButton intent="add-member">{t("team:addSubmit")}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

/** Renames a team. */
export function RenameForm({
  lastResult,
  team: { name },
}: {
  lastResult: FormResult | undefined;
  team: { name: string };
}) {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const form = useFormResult(answerTo("rename", lastResult), { name });
  const label = t("organisation:fields.name");
  return (
    <section aria-labelledby="rename" className="mt-10">
      <h2 id="rename" className="mb-4 font-serif text-2xl font-semibold">
        {t("team:rename")}
      </h2>
      <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <OriginalValuesField form={form} />
        <ChangedMeanwhile form={form} here={pathname} fields={[{ name: "name", label }]} />
        <TextField field={form.field("name")} label={label} autoComplete="off" isRequired />
        <div>
          <SubmitButton intent="rename">{t("save")}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}
