import type { EntityDefinition } from "./definition.ts";
import { HAS_API } from "./registrations.ts";
import { apiModule } from "./templates/api.ts";
import { browserTest, ownBrowserTest } from "./templates/browser-test.ts";
import { detailsModule, formModule } from "./templates/components.ts";
import { copiesTest } from "./templates/copies-test.ts";
import { choicesModule, schemaModule, tableModule } from "./templates/data.ts";
import { seedModule } from "./templates/database.ts";
import { managerNew, managerUpdate } from "./templates/manager-forms.ts";
import { managerDetail, managerList } from "./templates/manager-lists.ts";
import { navigationModule } from "./templates/navigation.ts";
import { ownAccessModule } from "./templates/own-access.ts";
import { ownApiModule, ownApiTest } from "./templates/own-api.ts";
import { ownNew, ownUpdate } from "./templates/own-forms.ts";
import { homeModule } from "./templates/own-home.ts";
import { linkTest, sharedPage, sharePage } from "./templates/own-links.ts";
import { ownDetail, ownList } from "./templates/own-lists.ts";
import { everybodysList, everybodysTest } from "./templates/own-manager.ts";
import { ownServerModule } from "./templates/own-queries.ts";
import { ownReadme } from "./templates/own-readme.ts";
import { ownFactoryModule, ownIntegrationTest } from "./templates/own-tests.ts";
import { ownerModule, publicDetail, publicList } from "./templates/public-lists.ts";
import { publicTest } from "./templates/public-tests.ts";
import { serverModule } from "./templates/queries.ts";
import { readerDetail, readerList } from "./templates/reader-routes.ts";
import { sentFilesTest } from "./templates/sent-file-tests.ts";
import { downloadRoute, sentFilePage, sentFileRoute, sentFilesModule } from "./templates/sent-files.ts";
import { sliceModule } from "./templates/slice.ts";
import { stringsOf } from "./templates/strings.ts";
import { tenantApiTest } from "./templates/tenant-api-tests.ts";
import { tenantIntegrationTest } from "./templates/tenant-tests.ts";
import { accessModule, factoryModule, integrationTest } from "./templates/tests.ts";

/**
 * The new files of an entity, by path, except its migration.
 * @param languages the complete languages. A partial language shows English, so it needs no files
 */
export function filesOf(entity: EntityDefinition, languages: string[]): Map<string, string> {
  const { name, plural } = entity;
  const feature = `app/slices/${name}/${name}`;
  const strings = `${JSON.stringify(stringsOf(entity), null, 2)}\n`;
  const files: File[] = [
    [`app/slices/${name}/${plural}.table.ts`, tableModule(entity)],
    [`${feature}.schema.ts`, schemaModule(entity)],
    [`${feature}-form.tsx`, formModule(entity)],
    [`${feature}-details.tsx`, detailsModule(entity)],
    [`app/slices/${name}/slice.ts`, sliceModule(entity)],
    ...(entity.owner === "organisation"
      ? []
      : [[`app/slices/${name}/navigation.ts`, navigationModule(entity)] as File]),
    ...languages.map((language): File => [`locales/${language}/${name}.json`, strings]),
    [`scripts/seed/seed-${plural}.ts`, seedModule(entity)],
    ...(entity.owner ? ownFiles(entity) : managedFiles(entity)),
  ];
  if (entity.files.length > 0) files.push(...sentFileFiles(entity));
  if (entity.owner || entity.fields.some(({ type }) => type === "choice")) {
    files.push([`${feature}-choices.ts`, choicesModule(entity)]);
  }
  return new Map(files);
}

type File = [path: string, content: string];

/** The files for an entity's pictures and other uploads. */
function sentFileFiles(entity: EntityDefinition): File[] {
  const { name, plural, owner, files, documents } = entity;
  const routes = `app/slices/${name}/routes`;
  const changing = `${routes}${owner ? "" : "/manager"}/${name}`;
  return [
    [`app/slices/${name}/${name}-files.server.ts`, sentFilesModule(entity)],
    [`tests/integration/${plural}-files.test.ts`, sentFilesTest(entity)],
    ...files.flatMap((file): File[] => [
      [`${changing}-${file.kebab}.tsx`, sentFilePage(entity, file)],
      [`${changing}-${file.kebab}-file.ts`, sentFileRoute(entity, file)],
    ]),
    ...documents.flatMap((file) =>
      (owner ? [""] : ["/app", "/manager"]).map(
        (area): File => [`${routes}${area}/${name}-${file.kebab}-download.ts`, downloadRoute(entity, file)],
      ),
    ),
  ];
}

/** The files for an entity whose rows belong to the users who create them, or to an organisation. */
function ownFiles(entity: EntityDefinition): File[] {
  const { name, plural } = entity;
  const routes = `app/slices/${name}/routes`;
  return [
    [`app/slices/${name}/README.md`, ownReadme(entity)],
    [`app/slices/${name}/${name}.server.ts`, ownServerModule(entity)],
    ...(HAS_API
      ? ([
          [`app/slices/${name}/${name}-api.server.ts`, ownApiModule(entity)],
          [
            `tests/integration/${plural}-api.test.ts`,
            entity.owner === "organisation" ? tenantApiTest(entity) : ownApiTest(entity),
          ],
        ] as File[])
      : []),
    [`${routes}/${plural}.tsx`, entity.isPublic ? publicList(entity) : ownList(entity)],
    [`${routes}/${name}-new.tsx`, ownNew(entity)],
    [`${routes}/${name}.tsx`, entity.isPublic ? publicDetail(entity) : ownDetail(entity)],
    [`${routes}/${name}-update.tsx`, ownUpdate(entity)],
    [`tests/support/${plural}.ts`, ownFactoryModule(entity)],
    [`tests/access/${plural}.ts`, ownAccessModule(entity)],
    [
      `tests/integration/${plural}.test.ts`,
      entity.owner === "organisation" ? tenantIntegrationTest(entity) : ownIntegrationTest(entity),
    ],
    [`tests/e2e/${plural}.spec.ts`, ownBrowserTest(entity)],
    ...(entity.isAtHome ? ([[`app/slices/${name}/home-${plural}.tsx`, homeModule(entity)]] as File[]) : []),
    ...(entity.isPublic
      ? ([
          [`app/slices/${name}/${name}-owner.tsx`, ownerModule(entity)],
          [`tests/integration/${plural}-public.test.ts`, publicTest(entity)],
        ] as File[])
      : []),
    ...(entity.isShared
      ? ([
          [`${routes}/${name}-share.tsx`, sharePage(entity)],
          [`${routes}/${name}-shared.tsx`, sharedPage(entity)],
          [`tests/integration/${plural}-link.test.ts`, linkTest(entity)],
        ] as File[])
      : []),
    ...(entity.alsoManager
      ? ([
          [`${routes}/manager/${plural}.tsx`, everybodysList(entity)],
          [`tests/integration/${plural}-manager.test.ts`, everybodysTest(entity)],
        ] as File[])
      : []),
  ];
}

/** The files for an entity that administrators manage. */
function managedFiles(entity: EntityDefinition): File[] {
  const { name, plural, isCached } = entity;
  const feature = `app/slices/${name}/${name}`;
  return [
    [`${feature}.server.ts`, serverModule(entity)],
    ...(HAS_API ? ([[`${feature}-api.server.ts`, apiModule(entity)]] as File[]) : []),
    [`app/slices/${name}/routes/manager/${plural}.tsx`, managerList(entity)],
    [`app/slices/${name}/routes/manager/${name}.tsx`, managerDetail(entity)],
    [`app/slices/${name}/routes/manager/${name}-new.tsx`, managerNew(entity)],
    [`app/slices/${name}/routes/manager/${name}-update.tsx`, managerUpdate(entity)],
    [`app/slices/${name}/routes/app/${plural}.tsx`, readerList(entity)],
    [`app/slices/${name}/routes/app/${name}.tsx`, readerDetail(entity)],
    [`tests/support/${plural}.ts`, factoryModule(entity)],
    [`tests/access/${plural}.ts`, accessModule(entity)],
    [`tests/integration/${plural}.test.ts`, integrationTest(entity)],
    ...(isCached ? ([[`tests/integration/${plural}-read-cache.test.ts`, copiesTest(entity)]] as File[]) : []),
    [`tests/e2e/${plural}.spec.ts`, browserTest(entity)],
  ];
}
