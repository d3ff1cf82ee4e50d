import { type RefObject, useEffect } from "react";
import { loadOptional } from "#app/core/lib/load-optional.ts";

/** Adds the keys of a menu button (./menu-keys.ts). Their script loads after the page. */
export function useMenuKeys(button: RefObject<HTMLElement | null>, menu: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [opener, list] = [button.current, menu.current];
    if (!opener || !list) return;
    const listening = new AbortController();
    loadOptional(() => import("./menu-keys.ts")).then(
      ({ addMenuKeys }) => addMenuKeys(opener, list, listening.signal),
      // Without this script, the menu still works, but not its keys.
      () => {},
    );
    return () => listening.abort();
  }, [button, menu]);
}
