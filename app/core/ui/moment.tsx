import { useEffect, useState } from "react";
import { relativeTime } from "#app/core/i18n/relative-time.ts";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { MINUTE } from "#app/core/lib/durations.ts";

/** Updates a relative time this often, in milliseconds, because a minute is its smallest unit. */
const TICK = MINUTE;

/**
 * A relative time ("3 hours ago"), which updates while the page stays open. The exact time is in its title.
 * @param children puts the relative time into a sentence; without it, the time stands alone
 */
export function Moment({ time, children }: { time: FormattedTime; children?: (distance: string) => string }) {
  const { i18n } = useI18n();
  const { now: rendered } = time;
  const [now, setNow] = useState(rendered);
  useEffect(() => {
    // Measures elapsed time, because the device's clock may be wrong.
    const start = performance.now();
    setNow(rendered);
    const timer = window.setInterval(() => setNow(rendered + performance.now() - start), TICK);
    return () => window.clearInterval(timer);
  }, [rendered]);
  // Starts with the server's text, because the browser may word it differently.
  const distance = now <= rendered ? time.relative : relativeTime(time.at, now, i18n.language);
  return (
    <time dateTime={new Date(time.at).toISOString()} title={time.absolute}>
      {children ? children(distance) : distance}
    </time>
  );
}
