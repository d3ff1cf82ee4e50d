import type { ReactNode } from "react";

/** A section of the account page: a description, and the link to its page. */
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
