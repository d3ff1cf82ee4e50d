import { Link } from "react-router";

/** Links to other views of the same list, such as other orders. */
export const Choices = ({
  label,
  choices,
}: {
  /** The name of the links for screen readers. */
  label: string;
  choices: { to: string; label: string; isCurrent: boolean }[];
}) => (
  <nav aria-label={label} className="mb-4 text-sm print:hidden">
    <ul className="flex flex-wrap gap-x-6">
      {choices.map(({ to, label, isCurrent }) => (
        <li key={label}>
          <Link
            to={to}
            aria-current={isCurrent ? "page" : undefined}
            className="inline-flex min-h-11 items-center border-b-2 border-transparent text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
