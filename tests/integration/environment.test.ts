import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { PRODUCT_NAME } from "#app/product.ts";
import { textsIn } from "#tests/support/texts.ts";
import { textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker } from "#tests/support/worker.ts";
import manifest from "../../package.json" with { type: "json" };

const t = textsIn("en");
/** Fails in a copy without Git history, such as a project from a template. */
const { status, stdout } = spawnSync("git", ["rev-parse", "--short=7", "HEAD"], { encoding: "utf8" });
const commit = status === 0 ? stdout.trim() : null;

test("a named environment marks every page and title, including error pages, and names its build", async () => {
  const settings = { ENVIRONMENT_NAME: "Preview", ENVIRONMENT_EMOJI: "👩🏽‍🔬", ENVIRONMENT_COLOUR: "teal" };
  const worker = await startTestWorker({ settings });
  const visitor = new Visitor(worker);
  for (const [path, title] of [
    ["/login", t("login:signInOrUp.title")],
    ["/nowhere", t("error:404")],
  ] as const) {
    const html = await (await visitor.get(path)).text();
    expect(html).toContain(`<title>👩🏽‍🔬 Preview · ${title} · ${PRODUCT_NAME}</title>`);
    expect(html).toMatch(new RegExp(`<aside aria-label="${t("environment")}"[^>]*bg-environment-teal`));
  }
  const health = (await (await visitor.get("/healthz")).json()) as Record<string, string | null>;
  expect(health).toMatchObject({ version: manifest.version, environment: "Preview" });
  expect(health.commit?.replace("+", "") ?? null).toBe(commit);
  expect(new Date(health.date as string).toISOString()).toBe(health.date);

  for (const role of ["user", "admin"] as const) {
    const home = await (await Visitor.signedIn(worker, { role })).get(
      role === "admin" ? "/manager/users" : "/app",
    );
    const build = [`${PRODUCT_NAME} ${manifest.version}`, health.commit].filter(Boolean).join(" · ");
    expect(textOf(await home.text())).toContain(build);
  }
  await worker.stop();
});

test("an environment without a name has no mark", async () => {
  const worker = await startTestWorker({ settings: { ENVIRONMENT_NAME: "", ENVIRONMENT_COLOUR: "red" } });
  const html = await (await new Visitor(worker).get("/login")).text();
  expect(html).toContain(`<title>${t("login:signInOrUp.title")} · ${PRODUCT_NAME}</title>`);
  expect(html).not.toContain(`aria-label="${t("environment")}"`);
  await worker.stop();
});

test("the welcome page links to the repository in the settings, or has no such links", async () => {
  const REPOSITORY_URL = "https://example.com/acme/shop";
  for (const settings of [{ REPOSITORY_URL }, undefined]) {
    const worker = await startTestWorker({ ...(settings && { settings }) });
    const html = await (await (await Visitor.signedIn(worker)).get("/app")).text();
    const links = html.match(/href="[^"]*(#readme|\/issues\/new)"/g) ?? [];
    expect(links).toEqual(
      settings ? [`href="${REPOSITORY_URL}#readme"`, `href="${REPOSITORY_URL}/issues/new"`] : [],
    );
    for (const label of [t("app:welcome.documentation"), t("app:welcome.openIssue")]) {
      expect(textOf(html).includes(label), label).toBe(settings !== undefined);
    }
    await worker.stop();
  }
});
