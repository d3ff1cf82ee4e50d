import type { IconName } from "./icon-names.ts";
import icons from "./icons.svg?no-inline";

/**
 * An icon next to a text, or in a button with a name. Screen readers skip it. All icons are in one file, which browsers
 * cache. If script drew them, they would make up a tenth of a page's script (docs/decisions/0055).
 */
export function Icon({
  name,
  className,
}: {
  name: IconName;
  /** The icon's size, such as `size-4`, and any other classes. */
  className: string;
}) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
