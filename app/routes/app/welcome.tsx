import { dbContext, settingsContext, viewerContext } from "#app/context.ts";
import { Welcome } from "#app/features/auth/welcome.tsx";
import { latestBooks } from "#app/features/book/book.server.ts";
import { BookSection } from "#app/features/book/book-section.tsx";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { can } from "#app/permissions.ts";
import { repositoryLinks } from "#app/product.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/welcome.ts";

/** How many of the latest books are shown. */
const BOOKS_SHOWN = 4;

export async function loader({ context }: Route.LoaderArgs) {
  const [{ role }, latest] = await Promise.all([
    context.get(viewerContext),
    latestBooks(context.get(dbContext), BOOKS_SHOWN),
  ]);
  return {
    role,
    links: repositoryLinks(context.get(settingsContext).REPOSITORY_URL),
    books: can(role, "book:list") ? latest : [],
  };
}

export default function Home({ loaderData: { role, links, books } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("app:navigation.home")} />
      <Welcome heading="h1" role={role} links={links}>
        <BookSection heading={t("book:new")} books={books} />
      </Welcome>
    </>
  );
}
