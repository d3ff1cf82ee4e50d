import { LOGO } from "#app/core/shell/logo-paths.ts";
import { ENVIRONMENT_COLOURS, PALETTE } from "#app/palette.ts";

const onGround = PALETTE["on-accent"].light;

/**
 * The product's icon as SVG.
 * @param options.radius the radius of the corners, in a square of 32; 0 if the device crops the icon to its own shape
 * @param options.scale the scale of the sheet on its background, to keep it away from cropped edges
 * @param options.ground the colour of the background
 */
export function iconSvg({
  radius = LOGO.radius,
  scale = 1,
  ground = PALETTE["accent-solid"].light as string,
} = {}): string {
  const drawing =
    `<path fill="${onGround}" d="${LOGO.sheet}"/>` +
    `<path fill="none" stroke="${ground}" stroke-width="${LOGO.lineWidth}" stroke-linecap="round" d="${LOGO.lines}"/>`;
  const placed =
    scale === 1
      ? drawing
      : `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${drawing}</g>`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32"${radius ? ` rx="${radius}"` : ""} fill="${ground}"/>${placed}</svg>\n`
  );
}

/** The icons that are SVG files, by file: the product's, and one in each environment's colour. */
export const SVG_ICONS: Record<string, string> = {
  "icon.svg": iconSvg(),
  ...Object.fromEntries(
    Object.entries(ENVIRONMENT_COLOURS).map(([name, ground]) => [`icon-${name}.svg`, iconSvg({ ground })]),
  ),
};
