import { Form, href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import type { Page } from "#app/core/lists/page.ts";
import { type PageFetcher, useLoadMore } from "#app/core/lists/use-load-more.ts";
import { Address } from "#app/core/ui/address.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import type { TeamMember } from "./team-member.server.ts";

/**
 * The members of a team, page by page, each with a button to remove them. It shares no code with the list of an
 * organisation's members, which has no form. Otherwise every page for readers would load the shared part
 * (`scripts/vite/chunks.ts`).
 */
export function TeamRows({
  slug,
  selfId,
  first,
  fetcher,
  mayUpdate,
}: {
  slug: string;
  /** The reader's own membership. */
  selfId: string;
  first: Page<TeamMember>;
  /** Loads more pages: `usePageFetcher<typeof loader>()`. */
  fetcher: PageFetcher<{ members: Page<TeamMember> }>;
  mayUpdate: boolean;
}) {
  const { t } = useI18n();
  const { list, items, isReloading, more } = useLoadMore(first, fetcher, ({ members }) => members);
  return (
    <>
      <ul
        ref={list}
        aria-busy={isReloading}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet aria-busy:opacity-60"
      >
        {items.map(({ id, name, email }) => (
          <li key={id} className="flex flex-wrap items-center">
            <Link
              to={href("/app/o/:slug/members/:id", { slug, id })}
              className="min-w-0 flex-1 basis-48 px-5 py-3 no-underline hover:bg-accent-soft"
            >
              <p className="font-medium wrap-anywhere">
                <Address>{name ?? email}</Address>
                {id === selfId && <span className="text-quiet">{` ${t("organisation:you")}`}</span>}
              </p>
              {name && (
                <p className="text-sm wrap-anywhere text-quiet">
                  <Address>{email}</Address>
                </p>
              )}
            </Link>
            {mayUpdate && (
              <Form method="post" preventScrollReset className="px-5 py-3">
                <input type="hidden" name="memberId" value={id} />
                <SubmitButton variant="secondary" intent="remove-member">
                  <span>{t("team:takeOut")}</span>
                  <bdi className="sr-only">{` ${name ?? email}`}</bdi>
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  );
}
