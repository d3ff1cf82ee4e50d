import { useEffect, useId, useRef, useState } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button } from "#app/core/ui/button.tsx";
import { Dialog } from "#app/core/ui/dialog/dialog.tsx";
import type { KeyHelp, KeysOf } from "#app/core/ui/key-help.ts";
import { hasSingleKeys, setSingleKeys } from "./single-key.ts";

/** Lists the keyboard shortcuts of an area, and turns those of a single character on and off (WCAG 2.1.4). */
export function KeysDialog({ keys, onClose }: { keys: readonly KeysOf[]; onClose: () => void }) {
  const { t } = useI18n();
  const hint = useId();
  const [isOn, setOn] = useState(hasSingleKeys);
  // Focus the list and not the first control, which comes after the text.
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.focus();
    list.current?.closest("dialog")?.scrollTo(0, 0);
  }, []);
  const entries = keys.flatMap((of) => of(t));
  return (
    <Dialog title={t("shortcut:title")} onClose={onClose}>
      <div ref={list} tabIndex={-1} className="outline-none">
        {(["lists", "everywhere"] as const).map((place) => (
          <section key={place} aria-label={t(`shortcut:${place}`)} className="mt-4">
            <h3 className="mb-1 text-sm font-semibold text-quiet">{t(`shortcut:${place}`)}</h3>
            <dl>
              {entries
                .filter(({ where }) => where === place)
                .map((entry) => (
                  <KeyRow key={entry.does} {...entry} />
                ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 font-medium">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={hint}
          onChange={({ currentTarget }) => {
            setOn(currentTarget.checked);
            setSingleKeys(currentTarget.checked);
          }}
          className="size-5 shrink-0 accent-accent-solid"
        />
        <span>{t("shortcut:single")}</span>
      </label>
      <p id={hint} className="text-sm text-quiet">
        {t("shortcut:singleHint")}
      </p>
      <div className="mt-4 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          {t("shortcut:close")}
        </Button>
      </div>
    </Dialog>
  );
}

function KeyRow({ keys, does }: KeyHelp) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-0.5">
      <dt>{does}</dt>
      {/* From left to right, like the keyboard, even in Arabic. */}
      <dd dir="ltr" className="flex shrink-0 gap-3">
        {keys.map((combination) => (
          <kbd key={combination.join()} className="flex gap-1">
            {combination.map((cap) => (
              <kbd key={cap} className="rounded-md border border-edge bg-sunken px-1.5 py-0.5 text-sm">
                {cap}
              </kbd>
            ))}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
