import type { KeyHelp, KeysOf } from "#app/core/ui/key-help.ts";

/** The keyboard help about lists (list-keys.ts). */
export const listKeysHelp: KeysOf = (t) => {
  const shift = t("shortcut:caps.shift");
  const entry = (does: string, ...keys: string[][]): KeyHelp => ({ where: "lists", keys, does });
  return [
    entry(t("shortcut:next"), ["J"], ["↓"]),
    entry(t("shortcut:previous"), ["K"], ["↑"]),
    entry(t("shortcut:open"), [t("shortcut:caps.enter")]),
    entry(t("shortcut:edit"), ["E"]),
    entry(t("shortcut:select"), ["X"]),
    entry(t("shortcut:range"), [shift, "J"], [shift, "K"]),
    entry(t("shortcut:rangeTo"), [shift, t("shortcut:caps.click")]),
    entry(t("shortcut:clear"), [t("shortcut:caps.escape")]),
  ];
};
