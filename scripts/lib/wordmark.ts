import { Resvg } from "@resvg/resvg-js";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { charactersOf, FONT_FILES, pathOfFont } from "./typeface.ts";

const FILES = Object.values(FONT_FILES);

/**
 * The sizes of `text-xl` in pixels. The name next to the logo has this size if it is text instead of paths.
 */
const SIZE = { font: 20, line: 28, baseline: 20.5 };

/** A drawn name. */
interface Wordmark {
  svg: string;
  /** The size in pixels. The height is that of the line. */
  width: number;
}

/**
 * Draws the product's name in the typeface of headings, as paths: it looks the same on every system, and needs no font.
 * @returns null if the typeface does not have all of its letters
 */
export function drawWordmark(name: string): Wordmark | null {
  const known = FILES.map(charactersOf).join("");
  if (![...name].every((character) => known.includes(character))) return null;
  const text = createElement("text", { x: 10, y: SIZE.baseline, fontSize: SIZE.font, fontWeight: 600 }, name);
  const page = { xmlns: "http://www.w3.org/2000/svg", width: 1000, height: SIZE.line };
  const drawing = new Resvg(renderToStaticMarkup(createElement("svg", page, text)), {
    font: {
      fontFiles: FILES.map(pathOfFont),
      loadSystemFonts: false,
      defaultFontFamily: "Literata SemiBold",
    },
  });
  const { x = 0, width = 0 } = drawing.innerBBox() ?? {};
  const left = Math.floor(x);
  const whole = Math.ceil(x + width) - left;
  const path = [...drawing.toString().matchAll(/ d="([^"]+)"/g)].map(([, d]) => d).join("");
  const rounded = path.replace(/\d+\.\d+/g, (number) =>
    Number(number)
      .toFixed(2)
      .replace(/\.?0+$/, ""),
  );
  return {
    svg: [
      '<svg xmlns="http://www.w3.org/2000/svg">',
      `<symbol id="name" viewBox="${left} 0 ${whole} ${SIZE.line}"><path fill="currentColor" d="${rounded}"/></symbol>`,
      "</svg>\n",
    ].join("\n"),
    width: whole,
  };
}
