import { expect, test } from "vitest";
import { chunkOf } from "#scripts/vite/chunks.ts";

/** Which modules import each module, as the bundler knows it. */
const IMPORTERS: Record<string, string[]> = {
  "/node_modules/react/index.js": ["/app/root.tsx", "/app/ui/dialog.tsx"],
  "/app/ui/button.tsx": ["/app/root.tsx?client", "/app/routes/manager/books.tsx"],
  "/app/forms/field.tsx": ["/app/routes/login/login.tsx", "/app/routes/account/delete.tsx"],
  "/app/forms/code.tsx": ["/app/routes/login/verify.tsx", "/app/routes/account/delete.tsx"],
  "/app/shell/menu.tsx": ["/app/routes/manager/layout.tsx?client-route"],
  "/app/shell/bar.tsx": ["/app/routes/app/layout.tsx"],
  "/app/shell/language.tsx": ["/app/shell/menu.tsx", "/app/shell/bar.tsx"],
  "/app/ui/cover.tsx": ["/app/routes/app/book.tsx", "/app/routes/dev/mail.tsx"],
  "/app/ui/grid.tsx": ["/app/routes/app/book.tsx", "/app/routes/app/books.tsx"],
  "/app/ui/search.tsx": ["/app/routes/app/books.tsx", "/app/ui/table.tsx"],
  "/app/ui/table.tsx": ["/app/routes/manager/books.tsx", "/app/routes/manager/users.tsx"],
  "/app/ui/details.tsx": ["/app/routes/app/account.tsx", "/app/routes/manager/account.tsx"],
  "/app/ui/dialog.tsx": ["app/account", "manager/user"].map((page) => `/app/routes/${page}.tsx`),
  "/app/ui/select.tsx": ["/app/routes/manager/user-new.tsx", "/app/routes/account/tokens.tsx"],
  "/app/ui/save.tsx": ["/app/routes/manager/user-new.tsx", "/app/routes/manager/genre-update.tsx"],
  "/app/ui/delete.tsx": ["/app/routes/manager/book.tsx", "/app/routes/manager/genre-update.tsx"],
};
const graph = { getModuleInfo: (id: string) => ({ importers: IMPORTERS[id] ?? [] }) };

test.each([
  ["a library that the root imports", "/node_modules/react/index.js", "framework"],
  ["what the root imports, whoever else does", "/app/ui/button.tsx", "frame"],
  ["what the sign-in page shares with any other", "/app/forms/field.tsx", "frame"],
  ["what other entry pages share", "/app/forms/code.tsx", null],
  ["what the layout of the manager imports", "/app/shell/menu.tsx", "manager"],
  ["what only the layout of the app imports", "/app/shell/bar.tsx", null],
  ["what both layouts import, through others", "/app/shell/language.tsx", "areas"],
  ["what one page for readers imports", "/app/ui/cover.tsx", null],
  ["what several pages for readers import", "/app/ui/grid.tsx", "areas"],
  ["what readers share with the manager", "/app/ui/search.tsx", "areas"],
  ["what several pages of the manager import", "/app/ui/table.tsx", "manager"],
  ["what the account has in both areas", "/app/ui/details.tsx", null],
  ["what the account shares with the manager", "/app/ui/dialog.tsx", "account-manager"],
  ["what one form shares with a page that few visits see", "/app/ui/select.tsx", null],
  ["what several forms of the manager share", "/app/ui/save.tsx", "forms"],
  ["what a form shares with another page of the manager", "/app/ui/delete.tsx", "manager"],
  ["what nothing imports but import()", "/app/ui/calendar.tsx", null],
])("%s has its place", (_, id, chunk) => {
  expect(chunkOf(id, graph)).toBe(chunk);
});
