import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { DateField } from "#app/ui/date-field.tsx";
import { LeaveQuestion } from "#app/ui/leave-question.tsx";
import { TextAreaField } from "#app/ui/text-area-field.tsx";
import { FieldErrors } from "#app/ui/text-field.tsx";
import { useFormResult } from "#app/ui/use-form-result.ts";

/** Why someone is banned, and until when. */
export function BanForm({
  lastResult,
  firstEnd,
  timeZone,
  cancelTo,
}: {
  /** What the action answered. */
  lastResult: SubmissionResult | undefined;
  /** The first day on which the ban may end, as ISO 8601. */
  firstEnd: string;
  /** In which the day of the end begins, as shown. */
  timeZone: string;
  cancelTo: string;
}) {
  const { t } = useTranslation();
  const form = useFormResult(lastResult);
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <TextAreaField
        field={form.field("reason")}
        label={t("user:ban.reason")}
        hint={t("user:ban.reasonHint")}
      />
      <DateField
        field={form.field("end")}
        label={t("user:ban.end")}
        hint={t("user:ban.endHint", { timeZone })}
        min={firstEnd}
      />
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton variant="danger">{t("user:ban.submit")}</SubmitButton>
        <ButtonLink variant="secondary" to={cancelTo}>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
