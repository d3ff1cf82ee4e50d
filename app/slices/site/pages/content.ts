import { globSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import * as z from "zod";
import { DEFAULT_LANGUAGE, isLanguage, type LanguageKey } from "#app/core/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";

/** The folder of the pages, with a folder for each language. */
const CONTENT = "app/slices/site/content";

/** The front matter of a page, between the two lines of dashes at its beginning. */
const frontMatter = z.strictObject({
  title: z.string().min(1),
  /** One sentence, for search engines and link previews. */
  description: z.string().min(1).max(200),
  /** The menu that lists the page, and its place there. The page with the lowest number comes first. */
  menu: z.enum(["header", "footer"]).optional(),
  order: z.int().default(0),
  /** The page's name in the menu, if its title is too long. */
  label: z.string().optional(),
  /** The page's layout: "landing" begins with a large title, and shows its sections side by side. */
  layout: z.enum(["text", "landing"]).default("text"),
  /** The button below the title of a landing page. */
  action: z.strictObject({ label: z.string(), to: z.string() }).optional(),
  /** The day of an entry of the journal. */
  date: z.iso.date().optional(),
});

/** A page in one language. */
export interface ContentPage extends z.output<typeof frontMatter> {
  language: LanguageKey;
  /** The page's path below the language: "about", "journal/first-release". The landing page is "index". */
  name: string;
  /** The page's text, in Markdown. */
  body: string;
  file: string;
}

const PARTS = /^---\n(?<head>.*?)\n---\n(?<body>.*)$/s;

/**
 * Reads a page from the text of its file.
 * @throws {Error} that names the file, if the front matter is missing or wrong
 */
export function parsePage(file: string, text: string): ContentPage {
  const [, language, name] = /([a-z-]+)\/((?:journal\/)?[\w-]+)\.md$/.exec(file) ?? [];
  if (!isLanguage(language) || name === undefined) throw new Error(`${file}: there is no such language`);
  const { head, body } =
    PARTS.exec(text.replaceAll("\r\n", "\n").replaceAll("{{product}}", PRODUCT_NAME))?.groups ?? {};
  if (head === undefined || body === undefined) {
    throw new Error(
      `${file}: it begins with lines between two lines of dashes (docs/recipes/write-a-page.md)`,
    );
  }
  const checked = frontMatter.safeParse(parse(head));
  if (!checked.success) {
    const problems = checked.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Error(`${file}: ${problems.join("; ")}`);
  }
  if (name.startsWith("journal/") !== (checked.data.date !== undefined)) {
    throw new Error(`${file}: an entry of the journal has a date, and no other page has one`);
  }
  return { ...checked.data, language, name, body, file };
}

/**
 * Reads every page.
 * @throws {Error} if a page is wrong, or is missing in the default language
 */
export function readContent(): ContentPage[] {
  const files = globSync(`${CONTENT}/*/{,journal/}*.md`).sort();
  const pages = files.map((file) => parsePage(file, readFileSync(file, "utf8")));
  const originals = new Set(pages.filter(isOriginal).map(({ name }) => name));
  const orphan = pages.find(({ name }) => !originals.has(name));
  if (orphan) throw new Error(`${orphan.file}: there is no ${CONTENT}/${DEFAULT_LANGUAGE}/${orphan.name}.md`);
  return pages;
}

const isOriginal = ({ language }: ContentPage) => language === DEFAULT_LANGUAGE;
