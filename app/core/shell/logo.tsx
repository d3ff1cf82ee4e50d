import { PRODUCT_NAME } from "#app/product.ts";
import { LOGO } from "./logo-paths.ts";
import wordmark from "./wordmark.svg?no-inline";
import { WORDMARK } from "./wordmark.ts";

/** Shows the name as text until `npm run icons` has drawn it. */
const IS_DRAWN = WORDMARK.name === PRODUCT_NAME;

/** The logo and the product's name. In a collapsed sidebar, only screen readers get the name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 font-serif text-xl font-semibold text-ink">
      <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true">
        <rect width="32" height="32" rx={LOGO.radius} className="fill-accent-solid" />
        <path d={LOGO.sheet} className="fill-on-accent" />
        <path
          d={LOGO.lines}
          className="fill-none stroke-accent-solid"
          strokeWidth={LOGO.lineWidth}
          strokeLinecap="round"
        />
      </svg>
      {/* The hidden name uses the text font, because otherwise an Arabic page would load the Latin font just for these
          letters. */}
      <span className={IS_DRAWN ? "sr-only font-sans" : "rail:sr-only"}>{PRODUCT_NAME}</span>
      {IS_DRAWN && (
        <svg width={`${WORDMARK.width / 16}rem`} className="h-7 rail:hidden" aria-hidden="true">
          <use href={`${wordmark}#name`} />
        </svg>
      )}
    </span>
  );
}
