import type { KeyHelp, KeysOf } from "#app/core/ui/key-help.ts";

/** The keyboard help about lists (list-keys.ts). */
export const listKeysHelp: KeysOf = (t) => {
  const shift = t("manager:keys.caps.shift");
  const entry = (does: string, ...keys: string[][]): KeyHelp => ({ where: "lists", keys, does });
  return [
    entry(t("manager:keys.next"), ["J"], ["↓"]),
    entry(t("manager:keys.previous"), ["K"], ["↑"]),
    entry(t("manager:keys.open"), [t("manager:keys.caps.enter")]),
    entry(t("manager:keys.edit"), ["E"]),
    entry(t("manager:keys.select"), ["X"]),
    entry(t("manager:keys.range"), [shift, "J"], [shift, "K"]),
    entry(t("manager:keys.rangeTo"), [shift, t("manager:keys.caps.click")]),
    entry(t("manager:keys.clear"), [t("manager:keys.caps.escape")]),
  ];
};
