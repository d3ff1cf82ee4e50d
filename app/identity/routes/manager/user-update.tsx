import { data, href, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import { dbContext, platformContext, viewerContext } from "#app/context.ts";
import { FormHeading } from "#app/core/forms/form-heading.tsx";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { keepList } from "#app/core/lists/list-place.ts";
import { emailRefusal } from "#app/identity/manage-users/user-update.server.ts";
import { updateUser } from "#app/identity/manage-users/user-update-actions.server.ts";
import { UserUpdateForms } from "#app/identity/manage-users/user-update-forms.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { findUser } from "#app/identity/user/user.server.ts";
import { can, isRole } from "#app/permissions.ts";
import type { Route } from "./+types/user-update.ts";

export const middleware = [requirePermissionInParallel("user:update")];

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const user = await findUser(context.get(dbContext), params.id, context.get(platformContext).now);
  if (!user) throw data(null, { status: 404 });
  const viewer = await context.get(viewerContext);
  const { id, email, name, role } = user;
  const mayChangeRole = id === viewer.id ? "own" : "form";
  const requested = url.searchParams.get("role") ?? "";
  return {
    user: { id, email, name, role },
    email: can(viewer.role, "user:set-email") ? (emailRefusal(user, viewer.id) ?? "form") : "hidden",
    role: can(viewer.role, "user:set-role") ? mayChangeRole : "hidden",
    askedRole: isRole(requested) && requested !== role ? requested : null,
  } as const;
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  return updateUser(params.id, { request, url, context });
}

/**
 * A form that was refused because of other people's changes shows those changes. If the response already includes them,
 * the page is not loaded again, so the focus stays where it was.
 */
export const shouldRevalidate = ({
  actionStatus,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => (actionStatus === 409 ? !actionResult?.current : defaultShouldRevalidate);

export default function UpdateUser({ loaderData, actionData }: Route.ComponentProps) {
  const { user, email, role, askedRole } = loaderData;
  const { t } = useI18n();
  const { search } = useLocation();
  return (
    <>
      <FormHeading
        title={t("user:manager.update")}
        subject={user.name ?? user.email}
        back={{ to: keepList(href("/manager/users/:id", { id: user.id }), search), label: t("back") }}
      />
      <UserUpdateForms lastResult={actionData} user={user} email={email} role={role} askedRole={askedRole} />
    </>
  );
}
