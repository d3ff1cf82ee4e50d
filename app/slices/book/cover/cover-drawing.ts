import { type CoverDesign, designCover, type Motif, shorten } from "./cover-design.ts";
import { COVER_HEIGHT as HEIGHT, COVER_WIDTH as WIDTH } from "./cover-shape.ts";

/** How many drawings are kept: a few hundred KB. */
const MAX_DRAWINGS = 300;
/** The most recent drawings, by title, author and size. */
const drawings = new Map<string, string>();

/**
 * Draws the cover of a book as a string, because as React elements, 20 covers would take a third of their page's
 * rendering time. Each book is drawn once.
 * @param isThumbnail whether the cover is too small for texts
 * @returns the content of the `svg` element
 */
export function drawCover(title: string, author: string | null, isThumbnail = false): string {
  const key = JSON.stringify([title, author, isThumbnail]);
  const known = drawings.get(key);
  if (known !== undefined) return known;
  const design = designCover(title, author);
  const drawing = isThumbnail ? groundAndMotif(design) : markupOf(design, author);
  drawings.set(key, drawing);
  const [oldest] = drawings.keys();
  if (drawings.size > MAX_DRAWINGS && oldest !== undefined) drawings.delete(oldest);
  return drawing;
}

const groundAndMotif = (design: CoverDesign) =>
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="${design.palette.ground}"/>${drawMotif[design.motif](design)}`;

function markupOf(design: CoverDesign, author: string | null): string {
  const { palette, rightToLeft } = design;
  const { lines, fontSize } = design.title;
  const lineHeight = fontSize * 1.22;
  const texts = lines.map(
    (line, position) =>
      `<text x="${WIDTH / 2}" y="${Math.round(10 + fontSize + position * lineHeight)}">${escapeText(line)}</text>`,
  );
  const name = shorten(author ?? "", 26);
  const nameSize = name.length > 20 ? 7 : 8.5;
  const direction = rightToLeft ? "rtl" : "ltr";
  return [
    groundAndMotif(design),
    `<g fill="${palette.ink}" text-anchor="middle">`,
    `<g class="font-serif" font-size="${fontSize}" font-weight="600" direction="${direction}">${texts.join("")}</g>`,
    // The author's band ends one unit below the edge. Otherwise the motif would show through in the last row of pixels.
    author && `<path d="M0 ${HEIGHT - 21}H${WIDTH}V${HEIGHT + 1}H0z" fill="${palette.ground}"/>`,
    author &&
      `<text x="${WIDTH / 2}" y="${HEIGHT - 8}" font-size="${nameSize}" unicode-bidi="plaintext">${escapeText(name)}</text>`,
    "</g>",
    // The crease along the spine.
    `<path d="M${rightToLeft ? WIDTH - 6 : 5} 0h1v${HEIGHT}h-1z" fill="${palette.ink}" opacity=".14"/>`,
  ]
    .filter(Boolean)
    .join("");
}

/**
 * Draws each motif below the title, between y = 92 and the author's line.
 *
 * All numbers are whole units, because more precision would be invisible, and would make a list of covers larger.
 */
const drawMotif: Record<Motif, (design: CoverDesign) => string> = {
  /** Overlapping layers of torn paper. */
  strata: ({ palette, random }) =>
    palette.shapes
      .map((fill, layer) => {
        const top = 96 + layer * 22;
        const edge = steps(
          7,
          (at) => `L${Math.round(at * WIDTH)} ${Math.round(top + (random() - 0.5) * 16)}`,
        );
        return `<path fill="${fill}" d="M0 ${top}${edge}L${WIDTH} ${HEIGHT}H0z"/>`;
      })
      .join(""),
  /** A sun or moon over the sea. */
  sun: ({ palette: { shapes }, random }) => {
    const x = 30 + random() * 60;
    const radius = 20 + random() * 10;
    const glints = steps(4, (at) => {
      const half = radius * (1 - at * 0.6);
      return `M${Math.round(x - half)} ${Math.round(138 + at * 22)}h${Math.round(2 * half)}v2h-${Math.round(2 * half)}z`;
    });
    return (
      `<circle cx="${Math.round(x)}" cy="124" r="${Math.round(radius)}" fill="${shapes[2]}"/>` +
      `<path d="M0 134h${WIDTH}v46H0z" fill="${shapes[0]}"/><path d="${glints}" fill="${shapes[1]}"/>`
    );
  },
  /** Nested arches. */
  arches: ({ palette: { shapes, ground }, random }) => {
    const x = WIDTH / 2 + (random() - 0.5) * 30;
    return [46, 35, 24, 13]
      .map((radius, depth) => {
        const arch = `M${Math.round(x - radius)} ${HEIGHT}V140a${radius} ${radius} 0 0 1 ${2 * radius} 0V${HEIGHT}z`;
        return `<path fill="${shapes[depth] ?? ground}" d="${arch}"/>`;
      })
      .join("");
  },
  /** A flower, turned at random. */
  petals: ({ palette: { shapes }, random }) => {
    const count = 5 + Math.floor(random() * 5);
    const turn = random() * 360;
    const petals = steps(count, (at) => {
      const fill = shapes[Math.round(at * count) % 2];
      const angle = Math.round(turn + (at * 360 * (count - 1)) / count);
      return `<ellipse cy="-16" rx="8" ry="16" fill="${fill}" transform="rotate(${angle})"/>`;
    });
    return `<g transform="translate(${WIDTH / 2} 125)">${petals}<circle r="7" fill="${shapes[2]}"/></g>`;
  },
  /** A skyline, like books on a shelf. */
  columns: ({ palette: { shapes }, random }) =>
    steps(8, (at) => {
      const height = 26 + random() * 50;
      const left = Math.round(at * (WIDTH - 15));
      const fill = shapes[Math.floor(random() * 3)];
      return `<path d="M${left} ${HEIGHT - 14}v-${Math.round(height)}h15V${HEIGHT - 14}z" fill="${fill}"/>`;
    }),
  /** Rings on water. */
  ripples: ({ palette: { shapes }, random }) => {
    const x = Math.round(20 + random() * 80);
    const rings = [44, 33, 22, 11].map(
      (radius, ring) =>
        `<ellipse cx="${x}" cy="138" rx="${Math.round(radius * 1.3)}" ry="${Math.round(radius * 0.7)}" fill="${shapes[(ring % 2) + 1]}"/>`,
    );
    return `<path d="M0 98h${WIDTH}v82H0z" fill="${shapes[0]}"/>${rings.join("")}`;
  },
};

/** Calls `draw` with `count` evenly spaced positions from 0 to 1, inclusive. @returns the joined results of `draw` */
function steps(count: number, draw: (at: number) => string): string {
  return Array.from({ length: count }, (_, position) => draw(position / (count - 1))).join("");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for the content of an element. */
function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
