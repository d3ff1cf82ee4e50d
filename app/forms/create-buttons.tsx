import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { ANOTHER } from "./add-another.ts";

/** The buttons of a form that creates something: once, or one after the other. Enter creates once. */
export function CreateButtons({ cancelTo }: { cancelTo: string }) {
  const { t } = useI18n();
  return (
    <div className="mt-2 flex flex-wrap gap-3">
      <SubmitButton>{t("create")}</SubmitButton>
      <SubmitButton variant="secondary" name={ANOTHER}>
        {t("manager:createAnother")}
      </SubmitButton>
      <ButtonLink variant="quiet" to={cancelTo}>
        {t("cancel")}
      </ButtonLink>
    </div>
  );
}
