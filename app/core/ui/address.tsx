import type { ReactNode } from "react";

/**
 * Renders a text so that a long email address breaks before "@" and dots rather than in the middle of a word.
 * A shorter one fits next to its label on a phone. Each part has its own element, so that browsers can
 * translate the page (docs/testing.md).
 */
export const withBreaks = (text: string): ReactNode =>
  /\S{24}/.test(text)
    ? text.split(/(?=[@.]\w)/).reduce<ReactNode>(
        (before, part) => (
          <>
            {before}
            <span>{part}</span>
            <wbr />
          </>
        ),
        null,
      )
    : text;

/** An email address, or the name that stands for it, in its own direction. A long one has breaks. */
export const Address = ({ className, children }: { className?: string; children: string }) => (
  <bdi className={className}>{withBreaks(children)}</bdi>
);
