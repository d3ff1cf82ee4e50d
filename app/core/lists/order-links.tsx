import { Link } from "react-router";

/** The orders of a list of cards, each a link. */
export const OrderLinks = ({
  label,
  orders,
  linkTo,
  chosen,
}: {
  /** What screen readers call them. */
  label: string;
  /** Each as it is in the URL, and in words. */
  orders: readonly (readonly [sort: string, label: string])[];
  linkTo: (sort: string) => string;
  chosen: string;
}) => (
  <nav aria-label={label} className="text-sm print:hidden">
    <ul className="flex flex-wrap gap-x-6">
      {orders.map(([sort, name]) => (
        <li key={sort}>
          <Link
            to={linkTo(sort)}
            aria-current={sort === chosen ? "page" : undefined}
            className="inline-flex min-h-11 items-center border-b-2 border-transparent text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
