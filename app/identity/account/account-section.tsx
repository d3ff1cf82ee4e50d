import type { ReactNode } from "react";

/** A part of the account page: what it is for, and how to get there. */
export function AccountSection({
  id,
  title,
  description,
  children,
}: {
  id: string;
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-2 font-serif text-2xl font-semibold">
        {title}
      </h2>
      <p className="mb-4 text-quiet">{description}</p>
      {children}
    </section>
  );
}
