import { Link, useLocation, useNavigate } from "react-router";
import { Icon } from "./icon.tsx";
import { useMayOpen } from "./may-open.ts";

/** Location state of a link from a list to one of its items. BackLink looks for it. */
export const FROM_LIST = { fromList: true };

/**
 * Links from an item to its list, if the reader may open that. A reader who came from the list goes back to it as they
 * left it.
 */
export function BackLink({ to, children }: { to: string; children: string }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  if (!useMayOpen()(to)) return null;
  return (
    <Link
      to={to}
      onClick={(event) => {
        if (!state?.fromList || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        navigate(-1);
      }}
      className="inline-flex min-h-11 items-center gap-2 text-accent underline-offset-4 hover:underline print:hidden"
    >
      <Icon name="arrow-left" className="size-4 rtl:rotate-180" />
      <bdi className="min-w-0 wrap-anywhere">{children}</bdi>
    </Link>
  );
}
