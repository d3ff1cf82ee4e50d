import { MINUTE } from "./durations.ts";

/** A limit per minute in this isolate, for requests that anyone can send and that cost money. */
export class MinuteBudget {
  readonly #most: number;
  #began = 0;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes one unit. @param now milliseconds since 1970 @returns whether one was left */
  take(now: number): boolean {
    if (now - this.#began >= MINUTE) {
      this.#began = now;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#taken <= this.#most;
  }
}
