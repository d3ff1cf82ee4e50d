import { useLocation } from "react-router";
import {
  dbContext,
  platformContext,
  sessionTokenContext,
  settingsContext,
  viewerContext,
} from "#app/context.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { isRecentlyProven } from "#app/identity/proof/recent-proof.server.ts";
import { ownerOf } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import { RecoveryCodes } from "#app/slices/second-step/recovery-codes.tsx";
import { findSecondStep } from "#app/slices/second-step/second-step.server.ts";
import {
  changeSecondStep,
  type SecondStepResult,
} from "#app/slices/second-step/second-step-actions.server.ts";
import { BeginForm, SetupForm, SwitchedOn } from "#app/slices/second-step/second-step-forms.tsx";
import { setupInUrl } from "#app/slices/second-step/setup.server.ts";
import type { Route } from "./+types/account.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  // The owner is found by the session's token, so the second step can be read while the session is being
  // checked.
  const owner = await ownerOf(context.get(sessionTokenContext) ?? "");
  const [viewer, step] = await Promise.all([
    context.get(viewerContext),
    findSecondStep(context.get(dbContext), owner),
  ]);
  forbidWhileImpersonating(context, viewer);
  const settings = context.get(settingsContext);
  const maySetUp = !step && isRecentlyProven(context, viewer);
  return {
    setup: maySetUp ? await setupInUrl(settings, viewer, url, context.get(platformContext).now) : null,
    step: step && { since: timeFromNow(context)(step.switchedOnAt), codesLeft: step.codesLeft },
    isRequired: settings.ADMIN_SECOND_STEP_DAYS !== undefined && can(viewer.role, "apps:manager"),
    email: viewer.email,
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return changeSecondStep({ request, url, context });
}

/** Whether the action returned something that is only shown once, and not a refused form. */
const isShownOnce = (result: object): result is SecondStepResult => "made" in result || "setup" in result;

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, pathname, search } = useLocation();
  const { step, isRequired, email } = loaderData;
  const result = actionData && isShownOnce(actionData) ? actionData : null;
  const { made, setup = loaderData.setup } = result ?? {};
  const refused = actionData && !isShownOnce(actionData) ? actionData : result?.refused;
  return (
    <>
      <PageTitle title={t("factor:title")} />
      <EntryHeading title={t("factor:title")}>
        <p>{t("factor:description")}</p>
      </EntryHeading>
      <div className="flex flex-col gap-6">
        {isRequired && !step && <StatusMessage type="warning">{t("factor:required")}</StatusMessage>}
        {made && <RecoveryCodes key={made.codes[0]} made={made} email={email} />}
        {step && <SwitchedOn key={key} step={step} lastResult={refused} action={pathname} />}
        {!step && setup && (
          <SetupForm key={setup.sealed} setup={setup} refused={refused} action={pathname + search} />
        )}
        {!step && !setup && <BeginForm action={pathname} />}
      </div>
    </>
  );
}
