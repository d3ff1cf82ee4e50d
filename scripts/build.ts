// npm run build: builds the product into build/, for the environment of wrangler.toml that CLOUDFLARE_ENV names.
import { build } from "./lib/build.ts";
import { fail } from "./lib/fail.ts";

try {
  build(process.env.CLOUDFLARE_ENV ?? "");
} catch (error) {
  fail((error as Error).message);
}
