import { eq } from "drizzle-orm";
import { organisations } from "#app/schema.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import { ROUTES } from "#scripts/lib/routes.ts";
import { type FormRule, type PlacedRule, readAccessRules, type Target } from "./access.ts";
import { type Contents, contentsOf } from "./contents.ts";
import { addMember } from "./organisations.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

// The part of the access matrix about organisations.

/** The route that restores a row. What it restores depends on the entity, so its tests make their own rows. */
export const RESTORE = "/app/o/:slug/deleted/:entity/:id";

/** The paths of the pages and forms of an organisation. */
export const ORGANISATION_PATHS = ROUTES.map(({ path }) => path).filter((path) =>
  `${path}/`.startsWith("/app/o/:slug/"),
);

/** The rules of all these paths except `RESTORE`. */
export async function readOrganisationRules(): Promise<PlacedRule[]> {
  const rules = await readAccessRules();
  return ORGANISATION_PATHS.filter((path) => path !== RESTORE).flatMap(
    (path) => rules.find((rule) => rule.path === path) ?? [],
  );
}

let made = 0;

/** Adds the target of a rule, in an organisation of a new user. */
export async function placeOf(worker: TestWorker, { makeTarget }: Pick<PlacedRule, "makeTarget">) {
  made += 1;
  const owner = await Visitor.signedIn(worker);
  const target = await makeTarget(worker, made, owner.userId);
  const [found] = await worker.db
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.slug, target.slug as string));
  return { owner, target, organisationId: found?.id as string };
}

export type Place = Awaited<ReturnType<typeof placeOf>>;

/** A new, signed-in user who is a member of an organisation. */
export async function join(
  worker: TestWorker,
  { organisationId }: Pick<Place, "organisationId">,
  role: OrganisationRole,
): Promise<{ visitor: Visitor; memberId: string }> {
  const visitor = await Visitor.signedIn(worker);
  const { id } = await addMember(worker, { organisationId, userId: visitor.userId as string, role });
  return { visitor, memberId: id };
}

/** The forms of a rule, by name. */
export const formsOf = (rule: PlacedRule) =>
  (rule.forms ?? []).map((form) => ({ form, name: form.intent ?? "form" }));

/** All fields of a form. */
export const fieldsOf = ({ intent, fields }: FormRule, target: Target): Record<string, string> => ({
  ...(intent !== undefined && { intent }),
  ...fields?.(target),
});

/**
 * Everything in the database, except the tables to which a refused request may write.
 * @param more further tables to which it may write
 */
export const unrefused = (worker: TestWorker, more: string[] = []): Promise<Contents> =>
  contentsOf(worker, { without: ["audit_log", "sessions", "budgets", ...more] });

/**
 * The rule of the page that deletes a row of an entity, the page's form, and a function that returns the id
 * of the row.
 */
export function removalOf(rules: PlacedRule[], entity: string) {
  for (const rule of rules) {
    const isOfEntity = rule.path
      .replace(/\/:id$/, "")
      .split("/")
      .at(-1)
      ?.startsWith(entity);
    const form = rule.forms?.find(
      ({ intent }) => intent === undefined || intent === "remove" || intent === "delete",
    );
    if (!isOfEntity || !form) continue;
    // On the page of a parent row, the form names the row.
    const idIn = (target: Target) => Object.values(form.fields?.(target) ?? {})[0] ?? target.id;
    return { rule, form, idIn };
  }
  throw new Error(`No page deletes rows of ${entity}`);
}
