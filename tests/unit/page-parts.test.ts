import { expect, test } from "vitest";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { accountParts } from "#app/routes/account-parts.tsx";
import { loginParts } from "#app/routes/login-parts.ts";
import { userParts } from "#app/routes/user-parts.tsx";
import { welcomeParts } from "#app/routes/welcome-parts.tsx";
import { LOGIN, WELCOME } from "#app/slices.server.ts";

// A hook reads the data of a page's part, and a component shows it. Only the part's key connects the two.
test.each([
  ["account", hooked("account"), accountParts()],
  ["user", hooked("user"), userParts()],
  ["login", LOGIN, loginParts()],
  ["welcome", WELCOME, welcomeParts()],
] as const)("each part of the page %s is both read and shown", (_, read, shown) => {
  const keys = (parts: readonly { key: string }[]) => parts.map(({ key }) => key).sort();
  expect(keys(shown)).toEqual(keys(read));
});

test("each intent of an action belongs to one part only", () => {
  for (const parts of [hooked("account"), hooked("user")]) {
    const intents = parts.flatMap(({ actions = [] }) =>
      actions.map(({ schema }) => schema.shape.intent.value),
    );
    expect(new Set(intents).size).toBe(intents.length);
  }
});
