import { expect, test } from "vitest";
import { chunkOf } from "#scripts/vite/chunks.ts";

/** The modules that import each module, as the bundler reports them. */
const IMPORTERS: Record<string, string[]> = {
  "/node_modules/react/index.js": ["/app/root.tsx", "/app/core/ui/dialog/dialog.tsx"],
  "/app/core/ui/button.tsx": ["/app/root.tsx?client", "/app/slices/book/routes/manager/books.tsx"],
  "/app/forms/field.tsx": ["/app/routes/login.tsx", "/app/identity/routes/account/delete.tsx"],
  "/app/forms/code.tsx": ["/app/routes/verify.tsx", "/app/identity/routes/account/delete.tsx"],
  "/app/shell/menu.tsx": ["/app/routes/manager-layout.tsx?client-route"],
  "/app/shell/bar.tsx": ["/app/routes/app-layout.tsx"],
  "/app/shell/tabs.tsx": ["app", "account"].map((area) => `/app/routes/${area}-layout.tsx`),
  "/app/ui/back-link.tsx": [
    "/app/identity/routes/account/column.tsx",
    "/app/slices/book/routes/manager/books.tsx",
    "/app/routes/users.tsx",
  ],
  "/app/shell/language.tsx": ["/app/shell/menu.tsx", "/app/shell/bar.tsx"],
  "/app/ui/cover.tsx": ["/app/slices/book/routes/app/book.tsx", "/app/routes/dev-mail.tsx"],
  "/app/ui/grid.tsx": ["/app/slices/book/routes/app/book.tsx", "/app/slices/book/routes/app/books.tsx"],
  "/app/ui/search.tsx": ["/app/slices/book/routes/app/books.tsx", "/app/ui/table.tsx"],
  "/app/ui/table.tsx": ["/app/slices/book/routes/manager/books.tsx", "/app/routes/users.tsx"],
  "/app/ui/details.tsx": ["/app/routes/app-account.tsx", "/app/routes/manager-account.tsx"],
  "/app/ui/rank.tsx": [
    "/app/slices/organisation/routes/organisations.tsx",
    "/app/slices/organisation/routes/manager/organisation.tsx",
  ],
  "/app/core/ui/dialog/dialog.tsx": ["app-account", "user"].map((page) => `/app/routes/${page}.tsx`),
  "/app/ui/select.tsx": ["/app/identity/routes/manager/user-new.tsx", "/app/slices/api/routes/tokens.tsx"],
  "/app/ui/save.tsx": [
    "/app/identity/routes/manager/user-new.tsx",
    "/app/slices/genre/routes/genre-update.tsx",
  ],
  "/app/ui/delete.tsx": [
    "/app/slices/book/routes/manager/book.tsx",
    "/app/slices/genre/routes/genre-update.tsx",
  ],
};
const graph = { getModuleInfo: (id: string) => ({ importers: IMPORTERS[id] ?? [] }) };

test.each([
  ["a library that the root imports", "/node_modules/react/index.js", "framework"],
  ["what the root and others import", "/app/core/ui/button.tsx", "frame"],
  ["what the sign-in page shares with any other", "/app/forms/field.tsx", "frame"],
  ["what other entry pages share", "/app/forms/code.tsx", null],
  ["what the layout of the manager imports", "/app/shell/menu.tsx", "manager"],
  ["what only the layout of the app imports", "/app/shell/bar.tsx", null],
  ["the frame of readers, which the account's pages share", "/app/shell/tabs.tsx", "areas"],
  ["what the frame of the account's pages shares with the manager", "/app/ui/back-link.tsx", "areas"],
  ["what both layouts import, through others", "/app/shell/language.tsx", "areas"],
  ["what one page for readers imports", "/app/ui/cover.tsx", null],
  ["what several pages for readers import", "/app/ui/grid.tsx", "areas"],
  ["what readers share with the manager", "/app/ui/search.tsx", "areas"],
  ["what several pages of the manager import", "/app/ui/table.tsx", "manager"],
  ["what pages of organisations share with one page of the manager", "/app/ui/rank.tsx", null],
  ["what the account has in both areas", "/app/ui/details.tsx", null],
  ["what the account shares with the manager", "/app/core/ui/dialog/dialog.tsx", "account-manager"],
  ["what one form shares with a rarely visited page", "/app/ui/select.tsx", null],
  ["what several forms of the manager share", "/app/ui/save.tsx", "forms"],
  ["what a form shares with another page of the manager", "/app/ui/delete.tsx", "manager"],
  ["what only import() loads", "/app/core/ui/calendar.tsx", null],
])("the script of %s is in the right chunk", (_, id, chunk) => {
  expect(chunkOf(id, graph)).toBe(chunk);
});
