import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/** Leads from one thing to the list of all. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="mb-6 inline-flex min-h-11 items-center gap-2 text-plum underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
      {children}
    </Link>
  );
}
