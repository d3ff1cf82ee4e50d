import { settingsContext, viewerContext } from "#app/context.ts";
import { Welcome } from "#app/features/auth/welcome.tsx";
import { findHomeBooks } from "#app/features/book/home-books.server.ts";
import { HomeBooks } from "#app/features/book/home-books.tsx";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { repositoryLinks } from "#app/product.ts";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/welcome.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [{ role }, books] = await Promise.all([context.get(viewerContext), findHomeBooks(context, request)]);
  return { role, links: repositoryLinks(context.get(settingsContext).REPOSITORY_URL), books };
}

export default function Home({ loaderData: { role, links, books } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("app:navigation.home")} />
      <Welcome heading="h1" role={role} links={links}>
        <HomeBooks {...books} />
      </Welcome>
    </>
  );
}
