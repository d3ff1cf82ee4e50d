import { expect, test } from "vitest";
import type { Slice } from "#app/core/lib/slice.ts";
import { rulesOf, SLICES } from "#app/slices.ts";

const ALL: readonly Slice[] = SLICES;

test("no page of owned rows may read stale data: users would miss their own latest changes", () => {
  const own = ALL.flatMap(({ name }) => rulesOf(name).pages ?? []).filter(([, permission]) =>
    permission.endsWith(":own"),
  );
  const behind = ALL.flatMap(({ name }) =>
    (rulesOf(name).mayLag ?? [])
      .filter((pattern) => own.some(([path]) => path === `/${pattern.replace(/^\//, "")}`))
      .map((pattern) => `app/slices/${name}/slice.ts: mayLag: "${pattern}"`),
  );
  expect(behind).toEqual([]);
});
