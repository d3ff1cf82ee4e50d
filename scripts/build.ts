// npm run build: builds the product into build/, for the environment of wrangler.toml in CLOUDFLARE_ENV.
import { build } from "./lib/build.ts";
import { fail } from "./lib/fail.ts";

try {
  build(process.env.CLOUDFLARE_ENV ?? "");
} catch (error) {
  fail((error as Error).message);
}
