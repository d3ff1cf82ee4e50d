import { data, Form, href, Link } from "react-router";
import { dbContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { RowIdField } from "#app/core/forms/row-id-field.tsx";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { TEAMS_PER_ORGANISATION } from "#app/slices/organisation/limits.ts";
import { readOrganisation, requireMember } from "#app/slices/organisation/membership.server.ts";
import { canIn } from "#app/slices/organisation/organisation-roles.ts";
import { newTeamSchema } from "#app/slices/organisation/team/team.schema.ts";
import { createTeam, listTeams } from "#app/slices/organisation/team/team.server.ts";
import type { Route } from "./+types/teams.ts";

/** The teams of an organisation, and a form for a new team. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { membership, result: teams } = await readOrganisation({ context, url, params }, (organisationId) =>
    listTeams(context.get(dbContext), organisationId),
  );
  const { name, slug, role } = membership;
  // If the form would be refused, the page does not offer it. A user who already has it open gets it back, with the
  // error.
  const mayAdd = canIn(role, "team:create") && teams.length < TEAMS_PER_ORGANISATION;
  return data({ name, slug, teams, newId: mayAdd ? crypto.randomUUID() : null });
}

/** Adds a team. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await parseForm(request, context, newTeamSchema);
  if (!form.ok) return rejectForm(form);
  const membership = await requireMember(context, params.slug, "team:create");
  const actor = await currentActor(context);
  const created = await tryWrite(context, "common:saveFailed", () =>
    createTeam(context.get(dbContext), membership, form.value, actor),
  );
  if (!created.ok) return rejectForm(form, created);
  const page = href("/app/o/:slug/teams/:teamId", { ...params, teamId: created.id });
  return redirectWithMessage(context, page, "team:success.created", { about: { name: form.value.name } });
}

export default function Teams({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { name, slug, teams, newId } = loaderData;
  const form = useFormResult(actionData);
  return (
    <>
      <PageTitle title={`${t("team:list.title")}: ${name}`} />
      <div className="mb-6">
        <BackLink to={href("/app/o/:slug", { slug })}>{name}</BackLink>
      </div>
      <h1 className="mb-2 font-serif text-4xl font-semibold">{t("team:list.title")}</h1>
      <p className="mb-6 max-w-prose text-quiet">{t("team:description")}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-sheet">
        {teams.map(({ id, name, memberCount }) => (
          <li key={id}>
            <Link
              to={href("/app/o/:slug/teams/:teamId", { slug, teamId: id })}
              className="flex min-h-16 items-center gap-4 px-5 py-3 no-underline hover:bg-accent-soft"
            >
              <p className="min-w-0 flex-1 font-medium wrap-anywhere">
                <bdi>{name}</bdi>
              </p>
              <span className="shrink-0 text-sm text-quiet">
                {t("organisation:members", { count: memberCount })}
              </span>
              <Icon
                name="chevron-right"
                className="size-5 shrink-0 text-quiet rtl:-scale-x-100 print:hidden"
              />
            </Link>
          </li>
        ))}
      </ul>
      {(newId !== null || actionData) && (
        <section aria-labelledby="new" className="mt-10">
          <h2 id="new" className="mb-4 font-serif text-2xl font-semibold">
            {t("team:new")}
          </h2>
          <Form method="post" {...form.props} className="flex max-w-xl flex-col gap-5">
            <FieldErrors id={form.errorId} errors={form.errors} />
            <RowIdField id={newId ?? undefined} />
            <TextField
              field={form.field("name")}
              label={t("organisation:fields.name")}
              autoComplete="off"
              isRequired
            />
            <div>
              <SubmitButton>{t("team:submit")}</SubmitButton>
            </div>
          </Form>
        </section>
      )}
    </>
  );
}
