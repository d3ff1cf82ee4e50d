import { useI18n } from "#app/core/i18n/use-i18n.ts";

/** For a row that was deleted while its form was open: says that saving restores it, or who can restore it. */
export function DeletedRowNotice({ mayRestore }: { mayRestore: boolean }) {
  const { t } = useI18n();
  return (
    <div className="rounded-lg border-s-4 border-warning bg-warning-soft px-4 py-3 text-warning">
      <p>{t(mayRestore ? "manager:deletedMeanwhile" : "manager:deletedForGood")}</p>
      {mayRestore && <input type="hidden" name="restore" value="on" />}
    </div>
  );
}
