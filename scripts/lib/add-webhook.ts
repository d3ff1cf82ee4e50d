import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const RECIPE = "docs/recipes/receive-a-webhook.md";

/**
 * Follows docs/recipes/receive-a-webhook.md in a copy of the product, with the recipe's own code.
 * @param root the folder of the copy
 * @throws {Error} if the recipe or a file is not as expected
 */
export function addWebhookOfRecipe(root: string): void {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const blocks = [...read(RECIPE).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  const [setting = "", event = "", action = "", route = "", slice = "", access = "", test = ""] = blocks;
  if (blocks.length !== 7) throw new Error(`${RECIPE} is not as expected.`);

  write("app/slices/payment/payment-event.server.ts", event);
  write("app/slices/payment/slice.ts", slice);
  write("app/routes/webhooks/payments.ts", action);
  write("tests/integration/payments.test.ts", test);
  const places: [file: string, before: string, code: string][] = [
    ["app/settings.ts", "  /** The sender of every email. */", setting],
    ["app/routes.ts", '  route("*",', route],
    ["tests/access/frame.ts", '    "/healthz":', access],
    ["app/slices.ts", "import ", 'import { payment, paymentRules } from "#app/slices/payment/slice.ts";\n'],
    ["app/slices.ts", "] as const satisfies readonly Slice[]", "  payment,\n"],
    [
      "app/slices.ts",
      "} as const satisfies Readonly<Record<string, SliceRules>>",
      "  payment: paymentRules,\n",
    ],
  ];
  for (const [file, before, code] of places) {
    const text = read(file);
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    write(file, text.replace(before, code + before));
  }
}
