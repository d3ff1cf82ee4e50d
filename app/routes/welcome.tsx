import { settingsContext, viewerContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { Welcome } from "#app/identity/auth/welcome.tsx";
import { repositoryLinks } from "#app/product.ts";
import { WELCOME } from "#app/slices.server.ts";
import type { Route } from "./+types/welcome.ts";
import { welcomeParts } from "./welcome-parts.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const [{ role }, ...read] = await Promise.all([
    context.get(viewerContext),
    ...WELCOME.map(async ({ key, read }) => [key, await read(context, request)] as const),
  ]);
  /** The data that slices show, by the key of their part. */
  const parts: Record<string, unknown> = Object.fromEntries(read);
  return { role, links: repositoryLinks(context.get(settingsContext).REPOSITORY_URL), parts };
}

export default function Home({ loaderData: { role, links, parts } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("app:navigation.home")} />
      <Welcome role={role} links={links}>
        {welcomeParts().map((part) => (
          // A hook with the same key has loaded the data. A test compares the keys of the two lists.
          <part.Part key={part.key} data={parts[part.key] as never} part={part} />
        ))}
      </Welcome>
    </>
  );
}
