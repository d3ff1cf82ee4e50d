import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { ANOTHER } from "./add-another.ts";
import { CancelLink } from "./cancel-link.tsx";

/** The buttons of a form that creates something: "Create", and "Create another". The Enter key presses "Create". */
export function CreateButtons({ cancelTo }: { cancelTo: string }) {
  const { t } = useI18n();
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      <SubmitButton>{t("create")}</SubmitButton>
      <SubmitButton variant="secondary" name={ANOTHER}>
        {t("manager:createAnother")}
      </SubmitButton>
      <CancelLink to={cancelTo} />
    </div>
  );
}
