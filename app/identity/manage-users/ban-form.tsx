import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { CancelLink } from "#app/core/forms/cancel-link.tsx";
import { DateField } from "#app/core/forms/date-field.tsx";
import { LeaveQuestion } from "#app/core/forms/leave-question.tsx";
import { TextAreaField } from "#app/core/forms/text-area-field.tsx";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { BAN_DAYS, DAYS } from "#app/identity/ban/ban-days.ts";

/** The form that bans a user: the reason, and optionally the day on which the ban ends. */
export function BanForm({
  lastResult,
  firstEnd,
  timeZone,
  cancelTo,
}: {
  /** The action's result. */
  lastResult: SubmissionResult | undefined;
  /** The earliest day on which the ban may end, as ISO 8601. */
  firstEnd: string;
  /** The name of the time zone of the end day. */
  timeZone: string;
  cancelTo: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      {/* Enter presses a form's first button. So that must not be a button that fills in a day. */}
      <button type="submit" hidden />
      <LeaveQuestion formId={form.id} />
      <FieldErrors id={form.errorId} errors={form.errors} />
      <TextAreaField
        field={form.field("reason")}
        label={t("user:ban.reason")}
        isRequired
        autoFocus={!lastResult}
        hint={t("user:ban.reasonHint")}
      />
      <div>
        <DateField
          field={form.field("end")}
          label={t("user:ban.end")}
          hint={t("user:ban.endHint", { timeZone })}
          min={firstEnd}
        />
        <div className="mt-2 flex flex-wrap gap-3">
          {BAN_DAYS.map((days) => (
            <SubmitButton key={days} variant="secondary" name={DAYS} value={String(days)}>
              {t("user:ban.days", { count: days })}
            </SubmitButton>
          ))}
        </div>
      </div>
      <div className="mt-2 flex flex-wrap gap-3">
        <SubmitButton variant="danger">{t("user:ban.submit")}</SubmitButton>
        <CancelLink to={cancelTo} />
      </div>
    </Form>
  );
}
