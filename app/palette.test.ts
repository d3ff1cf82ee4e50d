import { describe, expect, test } from "vitest";
import { contrast } from "#tests/support/contrast.ts";
import { ENVIRONMENT_COLOURS, PALETTE } from "./palette.ts";

type Name = keyof typeof PALETTE;

const GROUNDS: Name[] = ["paper", "sheet", "sunken"];
/** Each background with the text colours that are used on it. */
const TEXTS: [ground: Name, text: Name][] = [
  ...GROUNDS.flatMap((ground) =>
    (["ink", "quiet", "accent", "danger"] as const).map((text): [Name, Name] => [ground, text]),
  ),
  ["accent-soft", "ink"],
  ["accent-soft", "quiet"],
  ["accent-soft", "accent"],
  ["accent-solid", "on-accent"],
  ["accent-solid-hover", "on-accent"],
  ["danger-soft", "danger"],
  ["warning-soft", "warning"],
  ["success-soft", "success"],
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(TEXTS)("on %s, %s is readable (4.5:1, WCAG 1.4.3)", (ground, text) => {
    expect(contrast(PALETTE[ground][theme], PALETTE[text][theme])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(GROUNDS)("on %s, the edge of a control is visible (3:1, WCAG 1.4.11)", (ground) => {
    expect(contrast(PALETTE[ground][theme], PALETTE.edge[theme])).toBeGreaterThanOrEqual(3);
  });

  test.each(Object.entries(ENVIRONMENT_COLOURS))("the label of a %s environment is readable", (_, colour) => {
    expect(contrast(colour, PALETTE["on-accent"][theme])).toBeGreaterThanOrEqual(4.5);
  });
});
