import type { SubmissionResult } from "@conform-to/react";
import { Form } from "react-router";
import { DateField } from "#app/forms/date-field.tsx";
import { LeaveQuestion } from "#app/forms/leave-question.tsx";
import { TextAreaField } from "#app/forms/text-area-field.tsx";
import { FieldErrors } from "#app/forms/text-field.tsx";
import { useFormResult } from "#app/forms/use-form-result.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { BAN_DAYS, DAYS } from "./ban-days.ts";

/** The form that bans a user: the reason, and optionally the day on which the ban ends. */
export function BanForm({
  lastResult,
  firstEnd,
  timeZone,
  cancelTo,
}: {
  /** What the action returned. */
  lastResult: SubmissionResult | undefined;
  /** The earliest day on which the ban may end, as ISO 8601. */
  firstEnd: string;
  /** The name of the time zone in which the end day starts. */
  timeZone: string;
  cancelTo: string;
}) {
  const { t } = useI18n();
  const form = useFormResult(lastResult);
  return (
    <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
      {/* The first button is the one that Enter presses: it must not be one that fills in a day. */}
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
        <ButtonLink variant="secondary" to={cancelTo}>
          {t("cancel")}
        </ButtonLink>
      </div>
    </Form>
  );
}
