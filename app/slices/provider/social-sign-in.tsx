import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import type { LoginPart } from "#app/identity/auth/login-part.ts";

type Providers = { name: string; label: string }[];

/** The buttons that sign in with a provider. */
export const providerLoginPart: LoginPart<Providers> = { key: "provider", Below: SocialSignIn };

function SocialSignIn({ data: providers, returnTo }: { data: Providers; returnTo: string | null }) {
  const { t } = useI18n();
  if (providers.length === 0) return null;
  const search = returnTo ? `?${new URLSearchParams({ redirect: returnTo })}` : "";
  return (
    <section
      aria-label={t("login:social.title")}
      className="mt-6 flex flex-col gap-3 border-t border-line pt-6"
    >
      {providers.map(({ name, label }) => (
        <ButtonLink
          key={name}
          variant="secondary"
          width="full"
          to={href("/login/:provider", { provider: name }) + search}
          reloadDocument
          discover="none"
        >
          {t("login:social.continue", { provider: label })}
        </ButtonLink>
      ))}
    </section>
  );
}
