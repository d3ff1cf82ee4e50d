import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Form, Link, useLocation, useNavigation, useNavigationType, useSubmit } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { LIST_STATUS } from "./list-status.tsx";
import { useFollowedValue } from "./use-followed-value.ts";

/** Typing must pause this long before the search runs, in milliseconds. */
const PAUSE = 250;

/** The id of the field, for links to it. */
const FIELD = "search";

/**
 * Whether the address has a value for a field. The next key may be pressed when the address has changed and React has not
 * yet rendered that: what is rendered would still say no.
 */
const isInAddress = (name: string) => Boolean(new URLSearchParams(window.location.search).get(name));

/**
 * Searches the list below as the reader types; without script, on Enter. The order and the further fields stay as they
 * are. docs/product.md, Routes documents `?searchTerm=`.
 */
export function SearchForm({
  term,
  action,
  children,
}: {
  term: string;
  /** The path of the list. */
  action: string;
  /** Further fields of the same form. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const submit = useSubmit();
  const { search, hash, key } = useLocation();
  const cameBack = useNavigationType() === "POP";
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  /** What the reader has typed last, or the term that the field has been given since. */
  const lastTyped = useRef(term);
  const followsLink = useRef(false);
  const lastTerm = useRef(term);

  // Back, Forward and links change the term but not the field. Results of what was typed before may be shown as late as
  // after the next search has begun: the field is ahead of those, also of a term from before script ran.
  useEffect(() => {
    // A link to a page that can't be reached ends where the reader is, with the same term.
    const isOther = lastTerm.current !== term;
    lastTerm.current = term;
    if (!input.current || !((followsLink.current && isOther) || (cameBack && lastTyped.current !== term)))
      return;
    followsLink.current = false;
    lastTyped.current = input.current.value = term;
  }, [term, cameBack]);
  const forget = () => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  };
  const searchSoon = () => {
    forget();
    timer.current = window.setTimeout(() => {
      timer.current = undefined;
      submit(input.current?.form ?? null, {
        replace: isInAddress("searchTerm") || lastTyped.current === "",
      });
    }, PAUSE);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // A click or a key elsewhere may lead to another page, of which React tells only once it has rendered. Until then a search
  // that waits would take the reader back.
  const postpone = useEffectEvent(({ target }: Event) => {
    const isInside = target instanceof Node && input.current?.form?.contains(target);
    if (timer.current !== undefined && !isInside) searchSoon();
  });
  useEffect(() => {
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    document.addEventListener("click", postpone, options);
    document.addEventListener("keydown", postpone, options);
    return () => listeners.abort();
  }, []);
  // A reader who follows a link no longer waits for the search. The form's own navigations have data.
  const { location: destination, formData } = useNavigation();
  useEffect(() => {
    if (!destination || formData) return;
    window.clearTimeout(timer.current);
    timer.current = undefined;
    followsLink.current = true;
  }, [destination, formData]);
  // A link to the field focuses it: the browser does so with a document, and this with a navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation to it counts, also to where the reader is
  useEffect(() => {
    if (hash === `#${FIELD}` && !cameBack) input.current?.focus({ preventScroll: true });
  }, [hash, key, cameBack]);

  const parameters = new URLSearchParams(search);
  const sort = parameters.get("sort");
  parameters.delete("searchTerm");
  parameters.delete("after");

  return (
    <Form
      role="search"
      action={action}
      // Only the first search adds a history entry; otherwise Back would step through every one.
      replace={term !== ""}
      // What is sent or chosen at once has the term that waits, too.
      onSubmit={forget}
      onChangeCapture={forget}
      className="flex flex-wrap gap-3 print:hidden"
    >
      {LIST_STATUS}
      {sort && <input type="hidden" name="sort" value={sort} />}
      <div className="search-field relative w-full max-w-md flex-initial">
        <Icon name="search" className="pointer-events-none absolute start-3.5 top-3.5 size-5 text-quiet" />
        <input
          ref={input}
          id={FIELD}
          type="search"
          name="searchTerm"
          aria-label={t("search")}
          defaultValue={term}
          placeholder={t("search")}
          autoComplete="off"
          dir="auto"
          onChange={(event) => {
            lastTyped.current = event.currentTarget.value;
            followsLink.current = false;
            searchSoon();
          }}
          className="min-h-12 w-full rounded-lg border border-edge bg-sheet py-2 ps-11 pe-11 placeholder:text-quiet"
        />
        {term && (
          <Link
            to={`${action}?${parameters}`}
            aria-label={t("clearSearch")}
            onClick={() => {
              forget();
              if (input.current) lastTyped.current = input.current.value = "";
              input.current?.focus();
            }}
            className="absolute end-0.5 top-0.5 flex size-11 items-center justify-center rounded-lg text-quiet hover:text-ink"
          >
            <Icon name="x" className="size-5" />
          </Link>
        )}
      </div>
      {children}
    </Form>
  );
}

/** A choice in the search form of a list. It applies at once; without script, with the form's button. */
export function FilterSelect({
  name,
  label,
  all,
  options,
  chosen,
}: {
  /** The search parameter. */
  name: string;
  label: string;
  /** The text of the choice that filters nothing. */
  all: string;
  options: { value: string; label: string }[];
  /** The value of the chosen option; "" for all. */
  chosen: string;
}) {
  const submit = useSubmit();
  const select = useFollowedValue<HTMLSelectElement>(chosen);
  return (
    <select
      ref={select}
      name={name}
      aria-label={label}
      defaultValue={chosen}
      // Only the first choice adds a history entry: an arrow key chooses, too.
      onChange={(event) => submit(event.currentTarget.form, { replace: isInAddress(name) })}
      className="min-h-12 min-w-0 flex-1 basis-28 rounded-lg border border-edge bg-sheet ps-3 pe-8 py-2 sm:max-w-56"
    >
      <option value="">{all}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
