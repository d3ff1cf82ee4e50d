import type { ReactNode } from "react";

/**
 * A text in which a long email address breaks before "@" and dots rather than in the middle of a word. A shorter one fits
 * next to its label on a phone.
 */
export const withBreaks = (text: string): ReactNode =>
  /\S{23}/.test(text)
    ? (text.split(/(?=[@.]\w)/) as ReactNode[]).reduce((before, part) => (
        <>
          {before}
          <wbr />
          {part}
        </>
      ))
    : text;

/** An email address, or the name that stands for it, in its own direction. A long one has breaks. */
export const Address = ({ className, children }: { className?: string; children: string }) => (
  <bdi className={className}>{withBreaks(children)}</bdi>
);
