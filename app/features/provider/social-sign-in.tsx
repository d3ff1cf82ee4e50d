import { href } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { ButtonLink } from "#app/ui/button.tsx";

/** The buttons to sign in with a provider. */
export function SocialSignIn({
  providers,
  returnTo,
}: {
  providers: { name: string; label: string }[];
  /** The path to return to after signing in. */
  returnTo: string | null;
}) {
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
