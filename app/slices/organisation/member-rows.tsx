import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import type { Page } from "#app/core/lists/page.ts";
import { type PageFetcher, useLoadMore } from "#app/core/lists/use-load-more.ts";
import { Icon } from "#app/core/ui/icon.tsx";

/** What a row shows of a member. */
interface ShownMember {
  id: string;
  name: string | null;
  email: string;
}

/** Members of an organisation, or of a team of it, page by page. The name of each leads to their page. */
export function MemberRows<Member extends ShownMember>({
  slug,
  selfId,
  first,
  fetcher,
  about,
  children,
}: {
  slug: string;
  /** The reader's own membership. */
  selfId: string;
  first: Page<Member>;
  /** Loads more pages: `usePageFetcher<typeof loader>()`. */
  fetcher: PageFetcher<{ members: Page<Member> }>;
  /** What is said of a member beside their name. */
  about?: (member: Member) => ReactNode;
  /** What can be done with a member here, instead of opening their page. */
  children?: (member: Member) => ReactNode;
}) {
  const { list, items, isReloading, more } = useLoadMore(first, fetcher, ({ members }) => members);
  return (
    <>
      <ul
        ref={list}
        aria-busy={isReloading}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet aria-busy:opacity-60"
      >
        {items.map((member) => (
          <li key={member.id} className="flex flex-wrap items-center">
            <Link
              to={href("/app/o/:slug/members/:id", { slug, id: member.id })}
              className="flex min-h-16 min-w-0 flex-1 basis-40 items-center gap-4 px-5 py-3 no-underline hover:bg-accent-soft"
            >
              <Names member={member} isSelf={member.id === selfId} />
              {about?.(member)}
              {!children && (
                <Icon name="chevron-right" className="size-5 shrink-0 text-quiet rtl:-scale-x-100" />
              )}
            </Link>
            {children && <div className="px-5 pb-3 sm:py-3">{children(member)}</div>}
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}

function Names({ member: { name, email }, isSelf }: { member: ShownMember; isSelf: boolean }) {
  const { t } = useI18n();
  return (
    <div className="min-w-0 flex-1">
      <p className="font-medium wrap-anywhere">
        <bdi>{name ?? email}</bdi>
        {isSelf && <span className="text-quiet">{` ${t("organisation:you")}`}</span>}
      </p>
      {name && (
        <p className="text-sm wrap-anywhere text-quiet">
          <bdi>{email}</bdi>
        </p>
      )}
    </div>
  );
}
