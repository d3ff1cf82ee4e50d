import { useEffect, useState } from "react";
import { relativeTime } from "#app/i18n/relative-time.ts";
import type { ShownTime } from "#app/i18n/time-in-words.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";

/** How often a distance from now is looked at anew, in milliseconds: its smallest unit. */
const TICK = 60_000;

/**
 * A time as its distance from now, which goes on while the page stays open; the exact time is in its title.
 * @param children puts the distance into a sentence
 */
export function Moment({ time, children }: { time: ShownTime; children: (distance: string) => string }) {
  const { i18n } = useI18n();
  const { now: rendered } = time;
  const [now, setNow] = useState(rendered);
  useEffect(() => {
    // By how much time goes by, and not by the device's clock, which may be wrong.
    const start = performance.now();
    setNow(rendered);
    const timer = window.setInterval(() => setNow(rendered + performance.now() - start), TICK);
    return () => window.clearInterval(timer);
  }, [rendered]);
  // At first as the server put it: a browser need not know the same words.
  const distance = now <= rendered ? time.relative : relativeTime(time.at, now, i18n.language);
  return (
    <time dateTime={new Date(time.at).toISOString()} title={time.absolute}>
      {children(distance)}
    </time>
  );
}
