import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EMAIL_PROVIDER_NAMES, type EmailProviderName } from "#app/core/email/providers/index.ts";
import { type MailService, type Manner, startMailService } from "#tests/support/mail-services.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests every service of app/core/email/providers/, alone and with each other service as its fallback.
// mail.test.ts tests what is special about MailChannels.

const t = textsIn("en");

/** Requests a code for an address. @returns the status, which is 302 if the code was emailed */
async function ask(worker: TestWorker, email: string): Promise<number> {
  const response = await new Visitor(worker).post("/login", { email });
  if (response.status !== 302) await expect(response).toShow(t("refused:mailFailed"));
  return response.status;
}

/** A worker with the services that send its emails: the first one, and its fallback if it has one. */
interface Sender {
  worker: TestWorker;
  services: MailService[];
}

async function startSender(names: readonly EmailProviderName[]): Promise<Sender> {
  const services: MailService[] = [];
  for (const name of names) services.push(await startMailService(name));
  const [first, fallback] = names;
  const worker = await startTestWorker({
    settings: {
      ...{ MAIL_PROVIDER: first, MAIL_FROM: "deckle@example.com" },
      ...(fallback && { MAIL_FALLBACK: fallback }),
      ...Object.assign({}, ...services.map(({ settings }) => settings)),
    },
    overrides: Object.assign({}, ...services.map(({ overrides }) => overrides)),
    beside: services.flatMap(({ beside }) => beside),
  });
  return { worker, services };
}

const PAIRS = EMAIL_PROVIDER_NAMES.flatMap((first) =>
  EMAIL_PROVIDER_NAMES.filter((second) => second !== first).map((second) => [first, second] as const),
);

/**
 * The workers by the names of their services. All of them run at the same time, so that they wait at the same
 * time.
 */
const senders = new Map<string, Sender>();
const senderOf = (...names: EmailProviderName[]) => senders.get(names.join()) as Sender;

beforeAll(async () => {
  for (const names of [...EMAIL_PROVIDER_NAMES.map((name) => [name]), ...PAIRS])
    senders.set(names.join(), await startSender(names));
});
afterAll(async () => {
  for (const { worker, services } of senders.values()) {
    await worker.stop();
    for (const service of services) service.stop();
  }
});
beforeEach(() => {
  for (const { services } of senders.values()) for (const service of services) service.behave("takes");
});

describe.each(EMAIL_PROVIDER_NAMES)("%s", (name) => {
  test("sends an email from the product to the reader, as text and HTML", async () => {
    const { worker, services } = senderOf(name);
    expect(await ask(worker, "reader@example.org")).toBe(302);
    const mails = services.flatMap(({ mails }) => mails);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({ to: "reader@example.org", from: "deckle@example.com" });
    const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "none";
    expect(mail?.html).toContain(code);
    expect(mail?.subject).not.toBe("");
  });

  test.each<Manner>(["refuses", "is down"])("that %s makes the form report the error", async (manner) => {
    const { worker, services } = senderOf(name);
    services[0]?.behave(manner);
    const email = `not-mailed-${manner.length}@example.org`;
    expect(await ask(worker, email)).toBe(502);
    expect(worker.logs.join()).not.toContain(email);
  });
});

describe.each(PAIRS)("%s with %s as its fallback", (...names) => {
  test("sends no email twice", async () => {
    const { worker, services } = senderOf(...names);
    expect(await ask(worker, "first@example.org")).toBe(302);
    expect(services.map(({ mails }) => mails.length)).toEqual([1, 0]);
  });

  test.each<Manner>(["refuses", "is down"])(
    "the fallback sends an email that the first service %s for, once",
    async (manner) => {
      const { worker, services } = senderOf(...names);
      services[0]?.behave(manner);
      const email = `second-${manner.length}@example.org`;
      expect(await ask(worker, email)).toBe(302);
      expect(services[1]?.mails.map(({ to }) => to)).toEqual([email]);
      expect(worker.logs.some((line) => line.includes("mail provider failed"))).toBe(true);
      expect(worker.logs.join()).not.toContain(email);
    },
  );

  test("the form reports the error if both fail", async () => {
    const { worker, services } = senderOf(...names);
    for (const service of services) service.behave("refuses");
    expect(await ask(worker, "neither@example.org")).toBe(502);
  });
});

test("the form reports the error of each service that never answers, and no fallback repeats an email that it may have accepted", async () => {
  const email = "perhaps@example.org";
  const asked = [...senders].map(async ([names, { worker, services }]) => {
    services[0]?.behave("never answers");
    const status = await ask(worker, email);
    const repeated = services.slice(1).flatMap(({ mails }) => mails);
    return { names, status, repeated, isLogged: worker.logs.join().includes(email) };
  });
  expect(await Promise.all(asked)).toEqual(
    [...senders.keys()].map((names) => ({ names, status: 502, repeated: [], isLogged: false })),
  );
});
