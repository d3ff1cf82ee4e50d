import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { can, type Role } from "#app/permissions.ts";
import { PRODUCT_NAME, type RepositoryLinks } from "#app/product.ts";
import { AreaSwitch } from "./area-switch.tsx";

/**
 * The welcome page, for you to replace: slices' parts, the areas for users who may enter both, and links to the
 * documentation.
 */
export function Welcome({
  role,
  links,
  children,
}: {
  role: Role;
  /** Null if REPOSITORY_URL is not set. */
  links: RepositoryLinks | null;
  /** The parts of slices. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  const link = "inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4";
  return (
    <>
      <h1 className="font-serif text-4xl font-semibold text-balance">
        {t("app:welcome.title", { product: PRODUCT_NAME })}
      </h1>
      {children}
      {can(role, "apps:manager") && <AreaSwitch />}
      {links && (
        <ul className="mt-10 flex flex-wrap gap-x-6">
          <li>
            <a href={links.documentation} className={link}>
              <Icon name="book" className="size-4" />
              <span>{t("app:welcome.documentation")}</span>
            </a>
          </li>
          <li>
            <a href={links.newIssue} className={link}>
              <Icon name="circle-dot" className="size-4" />
              <span>{t("app:welcome.openIssue")}</span>
            </a>
          </li>
        </ul>
      )}
    </>
  );
}
