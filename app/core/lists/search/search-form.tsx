import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Form, Link, useLocation, useNavigation, useNavigationType, useSubmit } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LIST_STATUS } from "#app/core/lists/list-status.tsx";
import { useFollowedValue } from "#app/core/lists/use-followed-value.ts";
import { Icon } from "#app/core/ui/icon.tsx";

/** Typing must pause this long before the search runs, in milliseconds. */
const PAUSE = 250;

/** The id of the field, for links to it. */
const FIELD = "search";

/**
 * Whether the address bar's URL has a value for a field. The next key may be pressed after the URL has changed but
 * before React has rendered that, so the rendered location would be out of date.
 */
const isInAddress = (name: string) => Boolean(new URLSearchParams(window.location.search).get(name));

/**
 * Searches the list below as the reader types; without script, on Enter. The order and the other fields stay as they
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
  /** Further fields of the search form. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const submit = useSubmit();
  const { search, hash, key } = useLocation();
  const cameBack = useNavigationType() === "POP";
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<number>(undefined);
  /** The reader's last input, or the term that replaced it in the field since. */
  const lastTyped = useRef(term);
  const followsLink = useRef(false);
  const lastTerm = useRef(term);

  // Back, Forward and links change the term, so they set the field. Late results of an earlier search must
  // not set it, because the reader has typed more since. The same applies to the results of a search from
  // before script ran.
  useEffect(() => {
    // A link to a page that can't be reached leaves the reader here, with the same term.
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
  // A click or a key elsewhere may open another page, but React reports that only once it has rendered. Until then, a
  // pending search would take the reader back.
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
  // A link to the field focuses it. The browser does that for a new document, and this effect for a navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation to it counts, even to the current page
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
      // A submit or change sends the whole form, including the term of a pending search.
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

/** A select in the search form of a list. It applies immediately; without script, with the form's button. */
export function FilterSelect({
  name,
  label,
  all,
  options,
  selected,
}: {
  /** The search parameter. */
  name: string;
  label: string;
  /** The text of the option that filters nothing. */
  all: string;
  options: { value: string; label: string }[];
  /** The value of the selected option; "" for all. */
  selected: string;
}) {
  const submit = useSubmit();
  const select = useFollowedValue<HTMLSelectElement>(selected);
  return (
    <select
      ref={select}
      name={name}
      aria-label={label}
      defaultValue={selected}
      // Only the first change adds a history entry, because each arrow key also changes the option.
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
