import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import type { Route } from "./+types/error.ts";

/** The ways signing in can fail (docs/product.md, Errors). Any other value is treated as the last one. */
const FAILURES = ["access_denied", "signup_disabled", "unknown_error"] as const;

/** The reasons for failures that the reader can do something about. Each is more specific than a way of failing. */
const REASONS = [
  "ADDRESS_RESERVED",
  "COOKIES_NEEDED",
  "EMAIL_NOT_VERIFIED",
  "FAILED_TO_GET_USER_INFO",
  "SOCIAL_ACCOUNT_ALREADY_LINKED",
] as const;

export function loader({ url }: Route.LoaderArgs) {
  const error = url.searchParams.get("error");
  const code = url.searchParams.get("code");
  return {
    failure: FAILURES.find((known) => known === error) ?? ("unknown_error" as const),
    reason: REASONS.find((known) => known === code),
  };
}

export default function LoginError({ loaderData: { failure, reason } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <EntryLayout>
      <PageTitle title={t(`auth:failure.${failure}.title`)} />
      <EntryHeading title={t(`auth:failure.${failure}.title`)}>
        {reason ? t(`auth:failure.reasons.${reason}`) : t(`auth:failure.${failure}.description`)}
      </EntryHeading>
      <ButtonLink width="full" to={href("/login")}>
        {t("auth:failure.retry")}
      </ButtonLink>
    </EntryLayout>
  );
}
