import plugin from "tailwindcss/plugin";
import { LANGUAGES } from "#app/core/i18n/languages.ts";
import { ENVIRONMENT_COLOURS, PALETTE } from "#app/palette.ts";

const variables = Object.entries(PALETTE).map(([name, { light, dark }]) => [
  `--${name}`,
  `light-dark(${light}, ${dark})`,
]);
const colours = Object.keys(PALETTE).map((name) => [name, `var(--${name})`]);
const environments = Object.entries(ENVIRONMENT_COLOURS).map(([name, colour]) => [
  `environment-${name}`,
  colour,
]);
// All sizes are in rem, so that the whole page scales with the language.
const fontSizes = Object.entries(LANGUAGES)
  .filter(([, { fontScale }]) => fontScale !== 1)
  .map(([key, { fontScale }]) => [`html:lang(${key})`, { fontSize: `${fontScale * 100}%` }]);

/**
 * Passes the values that TypeScript defines to the style sheet (theme.css): the colours, and the font scale of each
 * language.
 */
export default plugin(
  ({ addBase }) => addBase({ ":root": Object.fromEntries(variables), ...Object.fromEntries(fontSizes) }),
  {
    theme: {
      colors: {
        transparent: "transparent",
        current: "currentcolor",
        ...Object.fromEntries(colours),
        ...Object.fromEntries(environments),
      },
    },
  },
);
