import { Form } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";

/**
 * The button that undoes the action in a message.
 * @param action the path that it posts to
 * @param onClick a further effect, such as closing the message
 */
export function UndoButton({ action, onClick }: { action: string; onClick?: () => void }) {
  const { t } = useI18n();
  return (
    <Form method="post" action={action} onSubmit={onClick} className="print:hidden">
      <button type="submit" className="min-h-11 cursor-pointer px-2 font-semibold underline">
        {t("undo")}
      </button>
    </Form>
  );
}
