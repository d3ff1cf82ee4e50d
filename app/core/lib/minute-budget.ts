import { MINUTE } from "./durations.ts";

/** So much of something in a minute, in this isolate. For what anyone can send, and what costs money. */
export class MinuteBudget {
  readonly #most: number;
  #began = 0;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one, if one is left. @param now milliseconds since 1970 */
  take(now: number): boolean {
    if (now - this.#began >= MINUTE) {
      this.#began = now;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#taken <= this.#most;
  }
}
