import type { ReactNode } from "react";
import { type CoverDesign, designCover, type Motif, shorten } from "./cover-design.ts";

const WIDTH = 120;
const HEIGHT = 180;

/**
 * A book cover, drawn from the title and author: no image is stored or loaded. It is decorative, as the title and the
 * author appear next to it as text.
 */
export function BookCover({ title, author }: { title: string; author: string | null }) {
  const design = designCover(title, author);
  const { palette, rightToLeft } = design;
  const direction = rightToLeft ? "rtl" : "ltr";
  const { lines, fontSize } = design.title;
  const lineHeight = fontSize * 1.22;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      // Physical sides: the book's script decides where the spine is, not the direction of the page.
      className={`block w-full shadow-sheet ${rightToLeft ? "rounded-r-xs rounded-l-md" : "rounded-r-md rounded-l-xs"}`}
    >
      <rect width={WIDTH} height={HEIGHT} fill={palette.ground} />
      {drawMotif[design.motif](design)}
      <g fill={palette.ink} textAnchor="middle" direction={direction} className="font-serif" fontWeight="600">
        {lines.map((line, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
          <text key={position} x={WIDTH / 2} y={10 + fontSize + position * lineHeight} fontSize={fontSize}>
            {line}
          </text>
        ))}
      </g>
      {author && (
        <>
          <rect y={HEIGHT - 21} width={WIDTH} height="22" fill={palette.ground} />
          <text x={WIDTH / 2} y={HEIGHT - 8} fontSize="8.5" textAnchor="middle" fill={palette.ink}>
            {shorten(author, 26)}
          </text>
        </>
      )}
      {/* The crease along the spine. */}
      <rect x={rightToLeft ? WIDTH - 6 : 5} width="1" height={HEIGHT} fill={palette.ink} opacity="0.14" />
    </svg>
  );
}

/** Draws each motif below the title, between y = 92 and the author's line. */
const drawMotif: Record<Motif, (design: CoverDesign) => ReactNode> = {
  /** Overlapping layers of torn paper. */
  strata: ({ palette, random }) =>
    palette.shapes.map((fill, layer) => {
      const top = 96 + layer * 22;
      const edge = steps(7, (at) => `L${r(at * WIDTH)} ${r(top + (random() - 0.5) * 16)}`).join("");
      return <path key={fill} fill={fill} d={`M0 ${r(top)}${edge}L${WIDTH} ${HEIGHT}H0Z`} />;
    }),
  /** A sun or moon over the sea. */
  sun: ({ palette: { shapes }, random }) => {
    const x = 30 + random() * 60;
    const radius = 20 + random() * 10;
    return (
      <>
        <circle cx={r(x)} cy="124" r={r(radius)} fill={shapes[2]} />
        <rect y="134" width={WIDTH} height="46" fill={shapes[0]} />
        {steps(4, (at) => (
          <rect
            key={at}
            x={r(x - radius * (1 - at * 0.6))}
            y={r(138 + at * 22)}
            width={r(2 * radius * (1 - at * 0.6))}
            height="2"
            fill={shapes[1]}
          />
        ))}
      </>
    );
  },
  /** Nested arches. */
  arches: ({ palette: { shapes, ground }, random }) => {
    const x = WIDTH / 2 + (random() - 0.5) * 30;
    return [46, 35, 24, 13].map((radius, depth) => (
      <path
        key={radius}
        fill={shapes[depth] ?? ground}
        d={`M${r(x - radius)} ${HEIGHT}V${140}a${radius} ${radius} 0 0 1 ${2 * radius} 0V${HEIGHT}z`}
      />
    ));
  },
  /** A flower, turned at random. */
  petals: ({ palette: { shapes }, random }) => {
    const count = 5 + Math.floor(random() * 5);
    const turn = random() * 360;
    return (
      <g transform={`translate(${WIDTH / 2} 126)`}>
        {steps(count, (at) => (
          <ellipse
            key={at}
            cy="-19"
            rx="9"
            ry="19"
            fill={shapes[Math.round(at * count) % 2]}
            transform={`rotate(${r(turn + (at * 360 * (count - 1)) / count)})`}
          />
        ))}
        <circle r="8" fill={shapes[2]} />
      </g>
    );
  },
  /** A skyline, like books on a shelf. */
  columns: ({ palette: { shapes }, random }) =>
    steps(8, (at) => {
      const height = 26 + random() * 50;
      const x = at * (WIDTH - 15);
      return (
        <rect
          key={at}
          x={r(x)}
          y={r(HEIGHT - 14 - height)}
          width="15"
          height={r(height)}
          fill={shapes[Math.floor(random() * 3)]}
        />
      );
    }),
  /** Rings on water. */
  ripples: ({ palette: { shapes }, random }) => {
    const x = r(20 + random() * 80);
    return (
      <>
        <rect y="98" width={WIDTH} height="82" fill={shapes[0]} />
        {[44, 33, 22, 11].map((radius, ring) => (
          <ellipse
            key={radius}
            cx={x}
            cy="138"
            rx={radius * 1.3}
            ry={radius * 0.7}
            fill={shapes[(ring % 2) + 1]}
          />
        ))}
      </>
    );
  },
};

/** Calls `draw` with `count` evenly spaced positions from 0 to 1, inclusive. */
function steps<T>(count: number, draw: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, position) => draw(position / (count - 1)));
}

/** Rounds to a tenth: more precision is invisible. */
function r(value: number): number {
  return Math.round(value * 10) / 10;
}
