import { useEffect, useRef } from "react";
import { useSubmit } from "react-router";

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
  const select = useRef<HTMLSelectElement>(null);

  // Back, Forward and "Show all" change what is chosen but not the field.
  useEffect(() => {
    if (select.current) select.current.value = chosen;
  }, [chosen]);

  return (
    <select
      ref={select}
      name={name}
      aria-label={label}
      defaultValue={chosen}
      onChange={(event) => submit(event.currentTarget.form)}
      className="min-h-12 min-w-0 flex-1 rounded-lg border border-edge bg-sheet px-3 py-2 sm:max-w-56"
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
