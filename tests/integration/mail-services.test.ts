import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EMAIL_PROVIDER_NAMES } from "#app/core/email/providers/index.ts";
import { type MailService, type Manner, startMailService } from "#tests/support/mail-services.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Every service of app/core/email/providers/, alone and with each other one as its fallback. The specifics of
// MailChannels are in mail.test.ts.

const t = textsIn("en");

/** Asks for a code to an address. @returns the status: 302 if it was emailed */
async function ask(worker: TestWorker, email: string): Promise<number> {
  const response = await new Visitor(worker).post("/login", { email });
  if (response.status !== 302) await expect(response).toShow(t("refused:mailFailed"));
  return response.status;
}

describe.each(EMAIL_PROVIDER_NAMES)("%s", (name) => {
  let service: MailService;
  let worker: TestWorker;
  beforeAll(async () => {
    service = await startMailService(name);
    worker = await startTestWorker({
      settings: { MAIL_PROVIDER: name, MAIL_FROM: "deckle@example.com", ...service.settings },
      overrides: service.overrides,
      beside: service.beside,
    });
  });
  afterAll(async () => {
    await worker.stop();
    service.stop();
  });

  test("sends an email from the product to the reader, as text and HTML", async () => {
    service.behave("takes");
    expect(await ask(worker, "reader@example.org")).toBe(302);
    expect(service.mails).toHaveLength(1);
    const [mail] = service.mails;
    expect(mail).toMatchObject({ to: "reader@example.org", from: "deckle@example.com" });
    const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "none";
    expect(mail?.html).toContain(code);
    expect(mail?.subject).not.toBe("");
  });

  test.each<Manner>(["refuses", "is down", "never answers"])(
    "that %s makes the form report the error",
    async (manner) => {
      service.behave(manner);
      const email = `not-mailed-${manner.length}@example.org`;
      expect(await ask(worker, email)).toBe(502);
      expect(worker.logs.join()).not.toContain(email);
    },
  );
});

const PAIRS = EMAIL_PROVIDER_NAMES.flatMap((first) =>
  EMAIL_PROVIDER_NAMES.filter((second) => second !== first).map((second) => [first, second] as const),
);

describe.each(PAIRS)("%s with %s as its fallback", (first, second) => {
  let services: [MailService, MailService];
  let worker: TestWorker;
  beforeAll(async () => {
    services = [await startMailService(first), await startMailService(second)];
    const [one, other] = services;
    worker = await startTestWorker({
      settings: {
        ...{ MAIL_PROVIDER: first, MAIL_FALLBACK: second, MAIL_FROM: "deckle@example.com" },
        ...one.settings,
        ...other.settings,
      },
      overrides: { ...one.overrides, ...other.overrides },
      beside: [...one.beside, ...other.beside],
    });
  });
  afterAll(async () => {
    await worker.stop();
    for (const service of services) service.stop();
  });
  beforeEach(() => {
    for (const service of services) service.behave("takes");
  });

  test("sends no email twice", async () => {
    expect(await ask(worker, "first@example.org")).toBe(302);
    expect(services.map(({ mails }) => mails.length)).toEqual([1, 0]);
  });

  test.each<Manner>(["refuses", "is down"])(
    "the fallback sends an email that the first service %s for, once",
    async (manner) => {
      services[0].behave(manner);
      const email = `second-${manner.length}@example.org`;
      expect(await ask(worker, email)).toBe(302);
      expect(services[1].mails.map(({ to }) => to)).toEqual([email]);
      expect(worker.logs.some((line) => line.includes("mail provider failed"))).toBe(true);
      expect(worker.logs.join()).not.toContain(email);
    },
  );

  test("the fallback does not repeat an email that the first service may have accepted", async () => {
    services[0].behave("never answers");
    expect(await ask(worker, "perhaps@example.org")).toBe(502);
    expect(services[1].mails).toEqual([]);
  });

  test("the form reports the error if both fail", async () => {
    for (const service of services) service.behave("refuses");
    expect(await ask(worker, "neither@example.org")).toBe(502);
  });
});
