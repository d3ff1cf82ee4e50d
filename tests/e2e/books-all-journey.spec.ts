import { eq } from "drizzle-orm";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books, genres } from "#app/schema.ts";
import { expect, test } from "./fixtures.ts";

test("a manager gives all results a genre, and deletes them, with a confirmation each time", async ({
  page,
  site,
  signIn,
  open,
  t,
  javaScriptEnabled,
  savesData,
}) => {
  await signIn({ role: "admin" });
  const word = `w${crypto.randomUUID()}`;
  const genre = { id: crypto.randomUUID(), name: `Genre ${word}`, nameKey: `genre ${word}` };
  await site.db.insert(genres).values(genre);
  const many = Array.from({ length: 25 }, (_, n) => ({
    id: crypto.randomUUID(),
    title: `Letters ${word} ${n}`,
    titleKey: comparisonKey(`Letters ${word} ${n}`),
    authorKey: "",
  }));
  // The books are added one by one, because D1 binds at most a hundred values per statement.
  for (const book of many) await site.db.insert(books).values(book);
  await open(`/manager/books?searchTerm=${word}`);
  const bar = page.getByRole("region", { name: t("selection:title") });
  const all = bar.getByRole("checkbox", { name: t("selection:allResults", { count: 25 }) });
  const chooseAll = async () => {
    // With script, all rows of the page are selected first.
    const hasScript = javaScriptEnabled && !savesData;
    const rows = hasScript ? page.getByRole("table") : page.locator("tbody");
    await rows.getByRole("checkbox").first().check();
    await all.check();
  };
  await chooseAll();
  await bar.getByRole("combobox").selectOption({ label: genre.name });
  await bar.getByRole("button", { name: t("book:selected.setGenre") }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(t("book:selected.genreQuestion", { count: 25 }));
  await expect(question.getByRole("combobox")).toHaveValue(genre.id);
  await question.getByRole("button", { name: t("book:selected.setGenre") }).click();
  await expect(
    page.getByText(t("book:success.selected.moved", { count: 25 }), { exact: true }).last(),
  ).toBeVisible();
  expect(await site.db.$count(books, eq(books.genreId, genre.id))).toBe(25);

  await open(`/manager/books?genre=${genre.id}`);
  await chooseAll();
  await bar.getByRole("button", { name: t("common:delete") }).click();
  await expect(question).toContainText(t("book:selected.deleteQuestion", { count: 25 }));
  // The selected rows would not fit into a URL, so the URL names none of them. Without script, it names one
  // row, but the action is still about all results.
  if (javaScriptEnabled && !savesData)
    expect(new URL(page.url()).searchParams.getAll("selected")).toEqual([]);
  await question.getByRole("button", { name: t("common:delete") }).click();
  await expect(
    page.getByText(t("book:success.selected.deleted", { count: 25 }), { exact: true }).last(),
  ).toBeVisible();
  expect(await site.db.$count(books, eq(books.genreId, genre.id))).toBe(0);
  await site.db.delete(genres).where(eq(genres.id, genre.id));
});
