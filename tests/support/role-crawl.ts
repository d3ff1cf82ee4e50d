import { matchPath } from "react-router";
import type { PlacedRule, Target } from "./access.ts";
import { fillPath } from "./fill-path.ts";
import { type Offer, offersIn } from "./offers.ts";
import { addSession, addUser } from "./people.ts";
import { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

// Opens every page that a role permits, follows the page's links and forms, and records refusals.

/** The error codes of a refusal because of the role, as in tests/support/access-answers.ts. */
const BY_ROLE = /^(ACCESS_DENIED|YOU_ARE_NOT_ALLOWED_TO_\w+)$/;

interface Crawl {
  worker: TestWorker;
  rules: readonly PlacedRule[];
  /** The name of the role. The worker's table must have it. */
  role: string;
}

/** Signs in a new user with a role. The role is written by SQL, because the schema's type may not have it. */
async function visitorWith(worker: TestWorker, role: string): Promise<Visitor> {
  const user = await addUser(worker);
  await worker.d1.prepare("update users set role = ? where id = ?").bind(role, user.id).run();
  const { cookie } = await addSession(worker, user);
  return new Visitor(worker, { Cookie: cookie });
}

/** @throws {Error} for a server error, which would hide refusals */
function refusedByRole(response: Response): boolean {
  if (response.status >= 500) throw new Error(`${response.url}: ${response.status}`);
  return response.status === 403 && BY_ROLE.test(response.headers.get("X-Error-Code") ?? "ACCESS_DENIED");
}

/** Finds the rule of a URL. */
type RuleAt = (url: string) => PlacedRule | undefined;

/**
 * Finds rules by URL. Literal paths take precedence over paths with a parameter. Each path is looked up only
 * once, because pages offer the same links again and again.
 */
function rulesByUrl(rules: readonly PlacedRule[]): RuleAt {
  const sorted = [...rules]
    .sort((one, other) => Number(/[:*]/.test(one.path)) - Number(/[:*]/.test(other.path)))
    .sort((one, other) => Number(one.path.includes("*")) - Number(other.path.includes("*")));
  const found = new Map<string, PlacedRule | undefined>();
  return (url) => {
    const [pathname = ""] = url.split("?");
    if (!found.has(pathname))
      found.set(
        pathname,
        sorted.find(({ path }) => matchPath(path, pathname)),
      );
    return found.get(pathname);
  };
}

/** Describes a link or form without the ids of its rows and the search of its list. */
function kindOf(ruleAt: RuleAt, { method, url, fields }: Offer): string {
  const { searchParams } = new URL(url, "http://site.test");
  const asked = [...searchParams, ...fields]
    .filter(([name]) => /^(confirm|state|intent|restore)$/.test(name))
    .map(([name, value]) => `${name}=${value}`);
  return `${method} ${ruleAt(url)?.path ?? url} ${asked.sort()}`;
}

/**
 * The links and forms that pages offer to a user with a role, but that are refused, as "page → offer".
 * @param targets the rows of the pages, by the makeTarget of their rules
 */
export async function refusedOffers(
  { worker, rules, role }: Crawl,
  targets: Map<PlacedRule["makeTarget"], Target>,
): Promise<string[]> {
  const ruleAt = rulesByUrl(rules);
  const reader = await visitorWith(worker, role);
  const refused: string[] = [];
  const seen = new Set<string>();
  const forms: { page: string; offer: Offer }[] = [];
  const isPage = (url: string) => {
    const rule = ruleAt(url);
    return (
      rule !== undefined &&
      rule.who !== "programs" &&
      /^\/(app|manager)\b|^\/account\/tokens$/.test(rule.path)
    );
  };

  const waiting: { page: string; offer: Offer }[] = [];
  const collect = (page: string, html: string) => {
    for (const offer of offersIn(html, page)) {
      if (!isPage(offer.url)) continue;
      const kind = kindOf(ruleAt, offer);
      if (seen.has(kind)) continue;
      seen.add(kind);
      (offer.method === "GET" ? waiting : forms).push({ page, offer });
    }
  };

  // A refusal does not count here, because no page has offered a link to this one.
  for (const { path, makeTarget, query } of rules) {
    if (!/^\/(app|manager|account\/tokens)\b/.test(path)) continue;
    const target = targets.get(makeTarget) as Target;
    const search = query ? `?${new URLSearchParams(query(target))}` : "";
    const page = fillPath(path, target) + search;
    const response = await reader.get(page);
    const html = await response.text();
    if (!refusedByRole(response) && response.status === 200) collect(page, html);
  }
  if (waiting.length === 0) throw new Error(`Nothing is offered to ${role}`);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { page, offer } = next;
    const response = await reader.get(offer.url);
    const html = await response.text();
    if (refusedByRole(response)) refused.push(`${page} → ${offer.url}`);
    else if (response.status === 200) collect(offer.url, html);
  }

  const sent = new Set<string>();
  for (let next = forms.shift(); next; next = forms.shift()) {
    const { page, offer } = next;
    const rule = ruleAt(offer.url);
    const intent = offer.fields.find(([name]) => name === "intent")?.[1];
    const form = rule?.forms?.find((one) => one.intent === intent);
    const kind = kindOf(ruleAt, offer);
    // Pages that require no permission are the same for every role.
    if (!rule || form?.needs === "own account" || !/^\/(app|manager)\//.test(rule.path) || sent.has(kind))
      continue;
    sent.add(kind);
    const sender = await visitorWith(worker, role);
    const what = `${page} → POST ${offer.url} ${new URLSearchParams(offer.fields)}`;
    const response = await sender.fetch(offer.url, {
      method: "POST",
      body: new URLSearchParams(offer.fields),
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    const html = await response.text();
    if (refusedByRole(response)) refused.push(what);
    const after = response.headers.get("Location");
    if (response.status >= 400 && response.status !== 403) collectForms(offer.url, html);
    if (!after?.startsWith("/")) continue;
    const led = await sender.get(after);
    const shown = await led.text();
    if (refusedByRole(led)) refused.push(`${what} → ${after}`);
    else collectForms(after, shown);
  }

  /** The offers of the page after a form was sent, such as undo. */
  function collectForms(page: string, html: string) {
    for (const offer of offersIn(html, page)) {
      const kind = kindOf(ruleAt, offer);
      if (offer.method !== "POST" || !isPage(offer.url) || seen.has(kind)) continue;
      seen.add(kind);
      forms.push({ page, offer });
    }
  }
  return refused;
}
