import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";

/** A fact about the reader, on their account page. */
export const AccountFact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-4 py-3">
    <dt className="w-32 text-quiet">{term}</dt>
    <dd className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-x-4 break-words">{children}</dd>
  </div>
);

/** The link to the page or dialog that changes a fact. */
export const FactLink = (props: LinkProps) => (
  <Link
    {...props}
    className="-my-2.5 inline-block py-2.5 text-accent underline underline-offset-4 print:hidden"
  />
);
