import { useEffect, useState } from "react";
import { isAsking } from "#app/core/ui/dialog/is-asking.ts";
import type { KeysOf } from "#app/core/ui/key-help.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { SHOW_KEYS, singleKey } from "./single-key.ts";

/** The help for the shortcuts "/" and "?". */
export const keysHelp: KeysOf = (t) => [
  { where: "everywhere", keys: [["/"]], does: t("shortcut:search") },
  { where: "everywhere", keys: [["?"]], does: t("shortcut:help") },
];

/**
 * The shortcuts of every page in an area: "/" focuses the page's search, and "?" lists all shortcuts, as showKeys()
 * does.
 */
export function KeysHelp({ keys }: { keys: readonly KeysOf[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const open = () => setOpen(!isAsking());
    const onKeyDown = (event: KeyboardEvent) => {
      const key = singleKey(event);
      const search = key === "/" ? searchOfPage() : null;
      if (key !== "?" && !search) return;
      event.preventDefault();
      if (key === "?") open();
      search?.focus();
      search?.select();
    };
    window.addEventListener(SHOW_KEYS, open, { signal });
    document.addEventListener("keydown", onKeyDown, { signal });
    return () => listening.abort();
  }, []);
  return isOpen && <KeysDialog keys={keys} onClose={() => setOpen(false)} />;
}

const searchOfPage = () => document.querySelector<HTMLInputElement>('#content input[type="search"]');
