import { dateFormat } from "#app/core/i18n/formats.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";

/** A day ("2026-11-21") in the reader's language; nothing if there is none. */
export function Day({ day, className }: { day: string | null | undefined; className?: string }) {
  const { i18n } = useI18n();
  if (!day) return null;
  const inWords = dateFormat(i18n.language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
  return (
    <time dateTime={day} className={className}>
      {inWords}
    </time>
  );
}
