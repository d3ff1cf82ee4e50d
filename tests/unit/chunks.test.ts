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
  "/app/ui/cover.tsx": ["/app/routes/app/book.tsx", "/app/routes/app/books.tsx", "/app/routes/dev/mail.tsx"],
  "/app/ui/dialog.tsx": ["book", "genre", "user", "audit"].map((page) => `/app/routes/manager/${page}.tsx`),
};
const graph = { getModuleInfo: (id: string) => ({ importers: IMPORTERS[id] ?? [] }) };

test.each([
  ["a library that the root imports", "/node_modules/react/index.js", "framework"],
  ["the bundler's own helpers", "\0rolldown/runtime.js", "framework"],
  ["what the root imports, whoever else does", "/app/ui/button.tsx", "frame"],
  ["what sign-in shares with an area", "/app/forms/field.tsx", "frame"],
  ["what the layout of the manager imports", "/app/shell/menu.tsx", "manager"],
  ["what several pages of the manager import", "/app/ui/dialog.tsx", "manager"],
  ["what the layout of the app imports", "/app/shell/bar.tsx", "app"],
  ["what both layouts import, through others", "/app/ui/icon.tsx", "areas"],
  ["what few pages import", "/app/ui/cover.tsx", null],
  ["what nothing imports but import()", "/app/ui/calendar.tsx", null],
])("%s has its place", (_, id, chunk) => {
  expect(chunkOf(id, graph)).toBe(chunk);
});
