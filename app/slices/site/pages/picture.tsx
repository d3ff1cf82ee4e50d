import { fileURLToPath } from "node:url";
import { Resvg } from "@resvg/resvg-js";
import { renderToStaticMarkup } from "react-dom/server";
import { languageOf } from "#app/core/i18n/languages.ts";
import { LOGO } from "#app/core/shell/logo-paths.ts";
import { PALETTE } from "#app/palette.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { ContentPage } from "./content.ts";

/** The size that sites with link previews recommend. */
export const PICTURE = { width: 1200, height: 630 };

const MARGIN = 90;
const LETTERS_IN_LINE = 24;
const MOST_LINES = 3;

/** A font with the letters of all our languages, because the machine that builds may have none. */
const FONT = fileURLToPath(import.meta.resolve("@expo-google-fonts/amiri/700Bold/Amiri_700Bold.ttf"));

/** The picture of a page for link previews, as PNG: its title and the product's name. */
export function pictureOf(page: ContentPage): Uint8Array {
  const font = { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: "Amiri" };
  return new Resvg(renderToStaticMarkup(<Picture {...page} />), { font }).render().asPng();
}

function Picture({ title, language }: ContentPage) {
  const { width, height } = PICTURE;
  const isRightToLeft = languageOf({ language }).direction === "rtl";
  const lines = linesOf(title);
  // The side on which lines begin in this language.
  const at = isRightToLeft ? width - MARGIN : MARGIN;
  const anchor = isRightToLeft ? "end" : "start";
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={height} fontFamily="Amiri" fontWeight="700">
      <title>{title}</title>
      <rect width={width} height={height} fill={PALETTE.paper.light} />
      <rect y={height - 18} width={width} height="18" fill={PALETTE["accent-solid"].light} />
      <g transform={`translate(${isRightToLeft ? width - MARGIN - 80 : MARGIN} 80) scale(2.5)`}>
        <rect width="32" height="32" rx={LOGO.radius} fill={PALETTE["accent-solid"].light} />
        <path d={LOGO.sheet} fill={PALETTE["on-accent"].light} />
        <path
          d={LOGO.lines}
          fill="none"
          stroke={PALETTE["accent-solid"].light}
          strokeWidth={LOGO.lineWidth}
          strokeLinecap="round"
        />
      </g>
      <text
        x={isRightToLeft ? at - 104 : at + 104}
        y="138"
        fontSize="52"
        textAnchor={anchor}
        fill={PALETTE.ink.light}
      >
        {PRODUCT_NAME}
      </text>
      {lines.map((line, place) => (
        <text
          key={line}
          x={at}
          y={345 + (place - (lines.length - 1) / 2) * 100 + 20}
          fontSize="84"
          textAnchor={anchor}
          fill={PALETTE.ink.light}
        >
          {line}
        </text>
      ))}
    </svg>
  );
}

/** Breaks a title into lines of about equal length. The last one is truncated if there are too many. */
function linesOf(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LETTERS_IN_LINE)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length > MOST_LINES
    ? [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]} …`]
    : lines;
}
