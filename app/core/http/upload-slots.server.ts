import type { RouterContextProvider } from "react-router";
import { writerOf } from "./rate-limit.server.ts";
import { refusalInPlace } from "./refusal.server.ts";

/**
 * How many uploads an isolate receives from one person at the same time (docs/product.md, Numbers). A sender can take
 * minutes for an upload, and must not leave others without a place.
 */
const OF_ONE_PERSON = 3;

/** The places for the uploads that an isolate receives at the same time. */
export class UploadSlots {
  readonly #most: number;
  /** The sender of each upload. */
  readonly #senders: string[] = [];

  /** @param most how many places there are */
  constructor(most: number) {
    this.#most = most;
  }

  /** Runs an upload. @throws a 503 response if there is no place for it */
  async use<Result>(
    context: Readonly<RouterContextProvider>,
    upload: () => Promise<Result>,
  ): Promise<Result> {
    const sender = (await writerOf(context)) ?? "";
    const own = this.#senders.filter((other) => other === sender).length;
    if (this.#senders.length >= this.#most || own >= OF_ONE_PERSON) {
      throw refusalInPlace(context, "TOO_MANY_UPLOADS");
    }
    this.#senders.push(sender);
    try {
      return await upload();
    } finally {
      this.#senders.splice(this.#senders.indexOf(sender), 1);
    }
  }
}
