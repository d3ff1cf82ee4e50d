import { expect } from "vitest";
import { textOf } from "./visitor.ts";

interface ResponseMatchers<R = unknown> {
  /** A redirect to a path of this site. */
  toRedirectTo(path: string): R;
  /** A page whose visible text contains a sentence. */
  toShow(text: string): Promise<R>;
}

declare module "vitest" {
  interface Matchers<R, T> extends ResponseMatchers<R> {}
}

expect.extend({
  toRedirectTo(response: Response, path: string) {
    const location = response.headers.get("Location");
    return {
      pass: response.status === 302 && location === path,
      message: () => `expected a redirect to ${path}, got ${response.status} to ${location}`,
    };
  },
  async toShow(response: Response, text: string) {
    const shown = textOf(await response.clone().text());
    return {
      // French texts have narrow no-break spaces. textOf() replaces those of the page, so replace them in the sentence,
      // too.
      pass: shown.includes(text.replace(/\s+/g, " ")),
      message: () => `expected the page ${this.isNot ? "not " : ""}to show "${text}", it shows: ${shown}`,
    };
  },
});
