import { DayPicker } from "react-day-picker";
import { languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "./icon.tsx";
import "./calendar.css";

/** The props of the calendar, and of the browser's own date field. */
export interface CalendarProps {
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChoose: (day: string) => void;
}

/**
 * A month view to pick a day from, in the reader's language and its order. Intl names the days, because the picker's
 * own locales lack one of our languages.
 * @param value the selected day as ISO 8601, or ""
 * @param min the first day that can be selected
 * @param max the last day that can be selected
 */
export default function Calendar({ value, min, max, onChoose }: CalendarProps) {
  const { t, i18n } = useI18n();
  const { key, direction } = languageOf(i18n);
  const words = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(key, options);
    return (date: Date) => format.format(date);
  };
  const [monthInWords, dayFormatter] = [
    words({ month: "long", year: "numeric" }),
    words({ dateStyle: "full" }),
  ];
  const number = new Intl.NumberFormat(key);
  const first = min === undefined ? undefined : dateOf(min);
  const last = max === undefined ? undefined : dateOf(max);
  const selectedDate = Number.isNaN(Date.parse(value)) ? undefined : dateOf(value);
  const step = "flex size-11 cursor-pointer items-center justify-center rounded-lg hover:bg-accent-soft";
  return (
    <DayPicker
      mode="single"
      autoFocus
      required
      dir={direction}
      selected={selectedDate}
      defaultMonth={selectedDate ?? first}
      startMonth={first}
      endMonth={last}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      weekStartsOn={firstDayOfWeek(key)}
      onSelect={(date: Date) => onChoose(isoOf(date))}
      formatters={{
        formatCaption: monthInWords,
        formatWeekdayName: words({ weekday: "narrow" }),
        formatDay: (date) => number.format(date.getDate()),
      }}
      labels={{
        labelGrid: monthInWords,
        labelWeekday: words({ weekday: "long" }),
        labelDayButton: dayFormatter,
        labelPrevious: () => t("date.previousMonth"),
        labelNext: () => t("date.nextMonth"),
      }}
      components={{ Chevron }}
      classNames={{
        months: "relative",
        month_caption: "flex h-11 items-center justify-center px-12 font-semibold",
        nav: "absolute inset-x-0 top-0 flex justify-between",
        button_previous: `${step} aria-disabled:invisible`,
        button_next: `${step} aria-disabled:invisible`,
        month_grid: "mt-2 w-full table-fixed border-collapse",
        weekday: "h-10 text-center text-sm font-normal text-quiet",
        day: "p-0.5 text-center",
        day_button:
          "h-10 w-full cursor-pointer rounded-lg hover:bg-accent-soft disabled:cursor-default disabled:text-quiet disabled:opacity-60 disabled:hover:bg-transparent",
        selected: "calendar-selected",
        today: "calendar-today",
      }}
    />
  );
}

/** An arrow to the previous or next month, in reading direction. */
function Chevron({ orientation }: { orientation?: string }) {
  return (
    <Icon
      name={orientation === "left" ? "chevron-left" : "chevron-right"}
      className="size-5 rtl:rotate-180"
    />
  );
}

/** A day as the picker represents it: midnight, local time. */
function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date);
}

function isoOf(date: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The first day of a week; 0 is Sunday. If the browser lacks getWeekInfo, as Firefox does, this is the usual day for
 * the language.
 */
function firstDayOfWeek(language: string): 0 | 1 | 6 {
  const usual: Record<string, number> = { en: 7, ar: 6 };
  const locale = new Intl.Locale(language) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  const day = (locale.getWeekInfo?.().firstDay ?? usual[language] ?? 1) % 7;
  return day === 0 || day === 6 ? day : 1;
}
