import { expect, test } from "vitest";
import { chunkOf } from "#scripts/lib/chunks.ts";

/** Which modules import each module, as the bundler knows it. */
const IMPORTERS: Record<string, string[]> = {
  "/node_modules/react/index.js": ["/app/root.tsx", "/app/ui/dialog.tsx"],
  "/app/ui/button.tsx": ["/app/root.tsx?client", "/app/routes/manager/books.tsx"],
  "/app/shell/menu.tsx": ["/app/routes/manager/layout.tsx?client-route"],
  "/app/shell/bar.tsx": ["/app/routes/app/layout.tsx"],
  "/app/ui/icon.tsx": ["/app/shell/menu.tsx", "/app/shell/bar.tsx"],
  "/app/forms/field.tsx": ["/app/routes/login/layout.tsx", "/app/shell/bar.tsx"],
  "/app/ui/cover.tsx": ["/app/routes/app/book.tsx", "/app/routes/dev/mail.tsx"],
  "/app/ui/table.tsx": ["/app/routes/manager/books.tsx", "/app/routes/manager/users.tsx"],
  "/app/ui/pair.tsx": ["/app/routes/app/account.tsx", "/app/routes/manager/account.tsx"],
  "/app/ui/search.tsx": ["/app/routes/app/books.tsx", "/app/ui/table.tsx"],
  "/app/ui/moment.tsx": ["/app/shell/menu.tsx", "/app/shell/bar.tsx", "/app/routes/account/tokens.tsx"],
  "/app/ui/dialog.tsx": ["book", "genre", "user", "audit"].map((page) => `/app/routes/manager/${page}.tsx`),
};
const graph = { getModuleInfo: (id: string) => ({ importers: IMPORTERS[id] ?? [] }) };

test.each([
  ["a library that the root imports", "/node_modules/react/index.js", "framework"],
  ["what the root imports, whoever else does", "/app/ui/button.tsx", "frame"],
  ["what sign-in shares with an area", "/app/forms/field.tsx", "frame"],
  ["what the layout of the manager imports", "/app/shell/menu.tsx", "manager"],
  ["what several pages of the manager import", "/app/ui/dialog.tsx", "manager"],
  ["what the layout of the app imports", "/app/shell/bar.tsx", "app"],
  ["what both layouts import, through others", "/app/ui/icon.tsx", "areas"],
  ["what two pages of an area import", "/app/ui/table.tsx", "manager"],
  ["what one page of each area imports", "/app/ui/pair.tsx", null],
  ["what several pages of both areas import", "/app/ui/search.tsx", "areas"],
  ["what one page imports", "/app/ui/cover.tsx", null],
  ["what pages of the account share with both areas", "/app/ui/moment.tsx", "areas"],
  ["what nothing imports but import()", "/app/ui/calendar.tsx", null],
])("%s has its place", (_, id, chunk) => {
  expect(chunkOf(id, graph)).toBe(chunk);
});
