import type { StartOptions } from "./worker.ts";

/**
 * A module in front of the worker. If a request has the header X-Hold, it first passes on only the head and
 * the first five bytes of the body. The worker waits for the rest until the test releases it.
 */
const DELAYED_BODIES = (main: string): string => `
import worker from "${main}";

export default {
  ...worker,
  async fetch(request, env, execution) {
    if (!request.headers.has("X-Hold")) return worker.fetch(request, env, execution);
    const bytes = new Uint8Array(await request.arrayBuffer());
    const pieces = [bytes.slice(0, 5), bytes.slice(5)];
    const body = new ReadableStream({
      async pull(controller) {
        if (pieces.length === 1) await env.REST.fetch("http://rest/");
        controller.enqueue(pieces.shift());
        if (pieces.length === 0) controller.close();
      },
    }, { highWaterMark: 0 });
    const headers = new Headers(request.headers);
    headers.delete("Content-Length");
    headers.delete("X-Hold");
    return worker.fetch(new Request(request, { body, headers }), env, execution);
  },
};
`;

/** The header of a request whose body is held back. */
export const HOLD = { "X-Hold": "yes" };

/** A worker that waits for the rest of bodies with {@link HOLD}: `startTestWorker(bodies.options)`. */
export function delayedBodies() {
  const tasks: (() => Promise<unknown>)[] = [];
  const failures: unknown[] = [];
  const rest = async () => {
    await tasks
      .pop()?.()
      .catch((error: unknown) => failures.push(error));
    return new Response() as never;
  };
  const options: StartOptions = { inFront: DELAYED_BODIES, overrides: { serviceBindings: { REST: rest } } };
  return {
    options,
    /**
     * Sends a request, runs `task` as soon as the worker waits for the rest of the body, and then sends the
     * rest.
     * @throws {Error} if the worker responds without waiting, and the task's own errors
     */
    async during(send: () => Promise<Response>, task: () => Promise<unknown>): Promise<Response> {
      tasks.push(task);
      const response = await send();
      if (failures.length > 0) throw failures.pop();
      if (tasks.length > 0) throw new Error(`The body was not read: ${response.status} ${response.url}`);
      return response;
    },
  };
}
