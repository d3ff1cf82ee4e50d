import { PRODUCT_NAME } from "#app/product.ts";

/** A sheet with a torn edge, and the name; where there is no room, the name for screen readers only. */
export function Logo({ iconOnly = false }: { iconOnly?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-serif text-xl font-semibold text-ink">
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-plum-solid" />
        <path
          d="M9 7h11.5l-.6 2 1.4 1.8-1.6 2.1 1.1 2.2-1.5 2 1.3 2.2-1.4 2.1.8 1.9-1 1.7H9z"
          className="fill-on-plum"
        />
        <path
          d="M11.5 11.5h5M11.5 15h5M11.5 18.5h3.5"
          className="stroke-plum-solid"
          strokeWidth="1.4"
          strokeLinecap="round"
        />
      </svg>
      <span className={iconOnly ? "sr-only" : undefined}>{PRODUCT_NAME}</span>
    </span>
  );
}
