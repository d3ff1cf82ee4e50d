import type { ReactNode } from "react";

/** In characters. A shorter text fits the line of a list on a phone. */
const LONG = 28;

/**
 * An email address, or the name that stands for it, in its own direction. A long address breaks before "@" and dots
 * rather than in the middle of a word.
 */
export const Address = ({ className, children }: { className?: string; children: string }) => (
  <bdi className={className}>
    {children.length < LONG
      ? children
      : children.split(/(?=[@.])/).reduce<ReactNode>(
          (before, part) => (
            <>
              {before}
              <wbr />
              <span>{part}</span>
            </>
          ),
          null,
        )}
  </bdi>
);
