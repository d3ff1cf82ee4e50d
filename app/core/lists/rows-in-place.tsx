import { type ReactNode, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { focusHeading } from "#app/core/client/use-heading-focus.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import { IN_PLACE, type RevokedInPlace } from "./revoked-in-place.ts";

// With script, a revoked row stays in place until the next visit, so that no other row moves under the pointer.

/**
 * The rows of a list in the order in which they first appeared, including those that the server no longer returns.
 * @param isWhole whether there are no more pages. Otherwise a missing row may have moved to a later page.
 * @returns whether one of the rows is gone, and a function to call when one is revoked here
 */
export function useRowsInPlace<Row extends { id: string }>(items: Row[], isWhole: boolean) {
  const [seen, setSeen] = useState(items);
  const [revoked, setRevoked] = useState<string[]>([]);
  const isNew = (item: Row) => !seen.some(({ id }) => id === item.id);
  if (items.some(isNew)) setSeen([...seen, ...items.filter(isNew)]);
  const find = (id: string) => items.find((item) => item.id === id);
  return {
    rows: seen.map((row) => find(row.id) ?? row),
    isGone: (id: string) => revoked.includes(id) || (isWhole && !find(id)),
    markGone: (id: string) => setRevoked((others) => [...others, id]),
  };
}

/**
 * A row's button that revokes it, and then moves the focus to the next row's button. It posts to the current page.
 * @param field the name of the form field with the row's id
 * @param done the success message
 */
export function RevokeInPlace({
  id,
  field,
  intent,
  describedBy,
  done,
  onDone,
  children,
}: {
  id: string;
  field: string;
  intent: string;
  /** The id of the element that distinguishes the row from others with the same name. */
  describedBy?: string;
  done: string;
  onDone: () => void;
  children: ReactNode;
}) {
  const isHydrated = useHydrated();
  const fetcher = useFetcher<RevokedInPlace>();
  const form = useRef<HTMLFormElement>(null);
  const revoked = fetcher.data?.revoked === id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer comes
  useEffect(() => {
    if (!revoked) return;
    showToast("success", done);
    if (form.current?.contains(document.activeElement)) focusAfter(form.current);
    onDone();
  }, [revoked]);
  return (
    <fetcher.Form method="post" ref={form}>
      <input type="hidden" name={field} value={id} />
      {isHydrated && <input type="hidden" name={IN_PLACE} value="on" />}
      <SubmitButton
        variant="secondary"
        intent={intent}
        isPending={fetcher.state !== "idle"}
        describedBy={describedBy}
      >
        {children}
      </SubmitButton>
    </fetcher.Form>
  );
}

/** Focuses the button of the next row; without one, the heading of the page. */
function focusAfter(form: HTMLFormElement): void {
  let row = form.closest("li")?.nextElementSibling;
  while (row && !row.querySelector("button")) row = row.nextElementSibling;
  const button = row?.querySelector("button");
  if (button) button.focus({ preventScroll: true });
  else focusHeading();
}
