import { readFileSync, writeFileSync } from "node:fs";
import dynamicIconImports from "lucide-react/dynamicIconImports.mjs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin } from "vite";
import { ICON_NAMES, type IconName } from "#app/core/ui/icon-names.ts";

const FILE = "app/core/ui/icons.svg";

/** Keeps the file of icons in step with their names. When the names change, the development server restarts. */
export function iconSprite(): Plugin {
  return {
    name: "icon-sprite",
    async config() {
      const sprite = await drawIcons();
      if (readFileSync(FILE, "utf8") !== sprite) writeFileSync(FILE, sprite);
    },
  };
}

/** @returns an SVG with a symbol for each icon */
export async function drawIcons(): Promise<string> {
  const symbols = await Promise.all(ICON_NAMES.map(symbolOf));
  return [
    '<svg xmlns="http://www.w3.org/2000/svg">',
    "<!-- Lucide (lucide.dev), ISC licence. Drawn from app/core/ui/icon-names.ts. -->",
    ...symbols,
    "</svg>\n",
  ].join("\n");
}

/** Lucide's attributes: lines in the colour of the text next to them. */
const LINES =
  'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

async function symbolOf(name: IconName): Promise<string> {
  const { default: LucideIcon } = await dynamicIconImports[name]();
  const shapes = renderToStaticMarkup(createElement(LucideIcon)).replace(/^<svg[^>]*>|<\/svg>$/g, "");
  return `<symbol id="${name}" ${LINES}>${shapes.replace(/><\/\w+>/g, "/>")}</symbol>`;
}
