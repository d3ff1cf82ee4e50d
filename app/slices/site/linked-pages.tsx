import { languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { LoginPart } from "#app/identity/auth/login-part.ts";

/**
 * Links on the sign-in page to the terms and the privacy notice. They are static files, which the router doesn't know.
 */
function LinkedPages({ data }: { data: ("terms" | "privacy")[] }) {
  const { t, i18n } = useI18n();
  const { key } = languageOf(i18n);
  return (
    <ul className="mt-6 flex justify-center gap-4 text-sm">
      {data.map((name) => (
        <li key={name}>
          <a href={`/${key}/${name}`} className="text-quiet underline underline-offset-4">
            {t(`site:login.${name}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Shows the links to the terms and the privacy notice below the sign-in form. */
export const siteLoginPart: LoginPart<("terms" | "privacy")[]> = { key: "site", Below: LinkedPages };
