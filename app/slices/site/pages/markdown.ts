import { posix } from "node:path";
import { Marked, type Tokens } from "marked";

interface Place {
  /** The name of the file, for error messages. */
  file: string;
  /** The path of the page below its language: "journal/first-release". */
  name: string;
  /** The path of another page on the site, by its name; null if it does not exist. */
  pathOf: (name: string) => string | null;
}

/** Allowed targets of links, in addition to pages of the site and paths of the application. */
const ELSEWHERE = /^(https:\/\/|mailto:|tel:)/;

/** The comment at the end of a part that is removed together with a slice (docs/recipes/remove-a-slice.md). */
const COMMENT = /^<!-- [\w, -]+ -->\s*$/;

/**
 * Converts Markdown to HTML, in sections: the text before the first heading of the second level, then each such heading
 * with its text. A link to another page names its file ("terms.md"), as editors expect.
 * @throws {Error} that names the file, for HTML in the text and for a broken link
 */
export function sectionsOf(markdown: string, place: Place): string[] {
  const marked = new Marked({
    renderer: {
      html({ raw }: Tokens.HTML | Tokens.Tag): string {
        if (COMMENT.test(raw)) return "";
        throw new Error(`${place.file}: "${raw.trim()}" is HTML, and only Markdown is allowed`);
      },
      link({ href, title, tokens }: Tokens.Link) {
        const path = escaped(targetOf(href, place));
        return `<a href="${path}"${title ? ` title="${escaped(title)}"` : ""}>${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        if (!href.startsWith("/")) throw new Error(`${place.file}: "${href}" is no picture of this site`);
        return `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`;
      },
      // A long path breaks after a slash rather than in the middle of a word.
      codespan: ({ text }: Tokens.Codespan) => `<code>${escaped(text).replaceAll("/", "/<wbr>")}</code>`,
      // A wide table scrolls separately, even by keyboard. If the first column has no heading, its cells are the
      // headings of the rows.
      table({ header, rows }: Tokens.Table) {
        const hasRowHeadings = header[0]?.text === "";
        const cell = ({ tokens }: Tokens.TableCell, tag: string) =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag.split(" ")[0]}>`;
        const head = header.map((one) => cell(one, one.text === "" ? "td" : 'th scope="col"')).join("");
        const body = rows.map(
          (row) =>
            `<tr>${row.map((one, at) => cell(one, hasRowHeadings && at === 0 ? 'th scope="row"' : "td")).join("")}</tr>`,
        );
        return `<div class="wide" role="group" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const starts = tokens.flatMap((token, at) => (token.type === "heading" && token.depth === 2 ? [at] : []));
  const bounds = [0, ...starts.filter((at) => at > 0), tokens.length];
  return bounds.slice(1).map((end, at) => marked.parser(tokens.slice(bounds[at], end)));
}

/** The address to which a link on a page leads. */
function targetOf(href: string, { file, name, pathOf }: Place): string {
  if (ELSEWHERE.test(href) || href.startsWith("#") || href.startsWith("/")) return href;
  const [, target, hash = ""] = /^([^#]*)\.md(#.*)?$/.exec(href) ?? [];
  const path = target === undefined ? null : pathOf(posix.join(posix.dirname(name), target));
  if (path === null) throw new Error(`${file}: the link "${href}" leads to no page`);
  return path + hash;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
