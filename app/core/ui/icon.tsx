import type { IconName } from "./icon-names.ts";
import icons from "./icons.svg?no-inline";

/**
 * An icon beside a text, or in a button that has a name: screen readers skip it. All icons are in one file, which browsers
 * keep: drawn by script, they would be a tenth of the script of a page (docs/decisions/0055).
 */
export function Icon({
  name,
  className,
}: {
  name: IconName;
  /** Its size, such as `size-4`, and what else is special about this one. */
  className: string;
}) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
