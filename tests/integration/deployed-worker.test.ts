import { describe, expect, test } from "vitest";
import { startTestWorker, TEST_SETTINGS } from "#tests/support/worker.ts";

// app/settings.test.ts tests which values are invalid.
describe("with an invalid setting", () => {
  test.each([
    ["LOGIN_CODE_MINUTES", "five"],
    ["COOKIE_SECRETS", "short"],
  ])("%s=%s, every response names the setting and nothing else", async (name, value) => {
    const worker = await startTestWorker({ unchecked: { [name]: value } });
    for (const path of ["/", "/login", "/healthz", "/app"]) {
      const response = await fetch(new URL(path, worker.url), { redirect: "manual" });
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(text).toContain(`Bad settings: ${name} must`);
      expect(text).not.toContain(TEST_SETTINGS.LOGIN_CODE_SECRET);
    }
    await worker.stop();
  });
});

describe("a deployed worker", () => {
  const DEPLOYED = {
    LOCAL: "false",
    MAIL_PROVIDER: "mailchannels",
    MAILCHANNELS_API_KEY: "key",
    MAIL_FROM: "deckle@example.com",
    BASE_URL: "https://deckle.example",
  };

  test("has no outbox and no cost header, and refuses to store emails where anyone could read them", async () => {
    const deployed = await startTestWorker({ settings: DEPLOYED });
    await deployed.kv.put("outbox:x", JSON.stringify({ html: "A mail" }));
    // The request uses a loopback name, so that only the setting decides about the response.
    const ask = (path: string) => deployed.miniflare.dispatchFetch(`https://localhost${path}`);
    for (const path of [
      "/dev/outbox",
      "/dev/outbox.json",
      "/dev/outbox/x",
      "/dev/gallery",
      "/dev/mail",
      "/dev/mail/loginCode",
    ]) {
      expect((await ask(path)).status).toBe(404);
    }
    const response = await ask("/login");
    expect(response.headers.get("Server-Timing")).toBeNull();
    await deployed.stop();

    const unsafe = await startTestWorker({ unchecked: { LOCAL: "false", MAIL_PROVIDER: "outbox" } });
    expect(await (await fetch(unsafe.url)).text()).toContain("MAIL_PROVIDER must be mailchannels");
    await unsafe.stop();

    const silent = await startTestWorker({
      unchecked: { MAIL_PROVIDER: "mailchannels", MAILCHANNELS_API_KEY: "key" },
    });
    expect(await (await fetch(silent.url)).text()).toContain("MAIL_FROM must be set");
    await silent.stop();
  });

  test("whose emails would link to the host of a request serves nothing, and the log names the setting", async () => {
    const { BASE_URL: _, ...unchecked } = DEPLOYED;
    const worker = await startTestWorker({ unchecked });
    const response = await worker.miniflare.dispatchFetch("https://attacker.example/login", {
      method: "POST",
      headers: { "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ email: "ada@example.com" }),
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain("Bad settings: BASE_URL must be set where mail is sent");
    await expect.poll(() => worker.logs.join()).toContain("BASE_URL must be set where mail is sent");
    await worker.stop();
  });
});
