import type { ReactNode } from "react";
import { LANGUAGES, type LanguageKey } from "#app/core/i18n/languages.ts";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { Badge } from "#app/core/ui/badge.tsx";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import type { PersonPicture } from "#app/identity/hooks/person-picture.ts";
import { Avatar } from "#app/identity/user/avatar.tsx";
import { roleName } from "#app/identity/user/role-name.ts";
import type { Role } from "#app/permissions.ts";

/** A user as their page shows them, with formatted times. */
export interface ShownUser {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  picture: PersonPicture | null;
  onboarded: FormattedTime | null;
  created: FormattedTime;
  /** The day when the user was last here; null if they have never been here. */
  lastSeen: FormattedTime | null;
  /** The language and time zone of emails to the user; null before their first sign-in. */
  language: LanguageKey | null;
  timeZone: string | null;
  /** The current ban, if any. */
  ban: { since: string; end: string; reason: string | null } | null;
}

/** A user's name, ban and details. */
export function UserFacts({
  user,
  isSelf,
  more,
  actions,
  children,
}: {
  user: ShownUser;
  isSelf: boolean;
  /** Further facts, from slices. */
  more: { term: string; value: string }[];
  /** The actions for the user, next to their name. */
  actions: ReactNode;
  /** Urgent information about the user. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { ban, onboarded, created, lastSeen, language, timeZone } = user;
  const facts = [
    { term: t("user:fields.email"), value: <Address>{user.email}</Address> },
    { term: t("user:fields.role"), value: roleName(t, user.role) },
    {
      term: t("user:onboarding"),
      value: onboarded ? (
        <Moment time={onboarded}>{(time) => t("user:onboardedAt", { time })}</Moment>
      ) : (
        t("user:notOnboarded")
      ),
    },
    { term: t("user:list.created"), value: <Moment time={created} /> },
    {
      term: t("user:list.lastSeen"),
      value: lastSeen ? <Moment time={lastSeen} /> : t("user:neverSeen"),
    },
    ...(language ? [{ term: t("languages"), value: LANGUAGES[language].name }] : []),
    ...(timeZone ? [{ term: t("user:timeZone"), value: timeZone }] : []),
    ...more,
    {
      term: t("user:id"),
      value: (
        // The margin is the padding of the button, so that its text begins the line if it does not fit beside the id.
        <span className="flex flex-wrap items-center gap-x-9">
          <bdi className="font-mono text-sm match-parent">{user.id}</bdi>
          <span className="-my-2.5 -ms-5">
            <CopyButton
              text={user.id}
              variant="quiet"
              onCopied={() => showToast("success", t("user:idCopied"))}
            >
              {t("user:copyId")}
            </CopyButton>
          </span>
        </span>
      ),
    },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="flex min-w-0 flex-wrap items-center gap-3 font-serif text-4xl font-semibold break-words">
          {user.picture && <Avatar user={user} picture={user.picture} size="large" />}
          <Address className="min-w-0 match-parent">{user.name ?? user.email}</Address>
          {isSelf && <Badge tone="accent">{t("user:you")}</Badge>}
          {ban && <Badge tone="danger">{t("user:banned")}</Badge>}
        </h1>
        {actions}
      </div>
      {children}
      {ban && (
        <div className="mt-4 max-w-xl rounded-lg border-s-4 border-danger bg-danger-soft px-4 py-3 text-danger">
          <p className="font-medium">{[t("user:ban.inForce", { time: ban.since }), ban.end].join(" · ")}</p>
          {ban.reason && (
            <p className="mt-1 wrap-anywhere">{t("user:ban.because", { reason: ban.reason })}</p>
          )}
        </div>
      )}
      <dl className="mt-6 mb-10 max-w-xl divide-y divide-line border-y border-line">
        {facts.map(({ term, value }) => (
          <div key={term} className="flex flex-wrap gap-x-4 py-3">
            <dt className="w-32 text-quiet">{term}</dt>
            <dd className="min-w-0 flex-1 basis-40 break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
