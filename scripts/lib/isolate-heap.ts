import type { Miniflare } from "miniflare";

/**
 * Collects the garbage in the worker's isolate, and returns the memory of its remaining objects in bytes, as
 * workerd's inspector reports it. The worker must have been started with `inspect`.
 * @param wake sends the worker a request, because an isolate without a request collects nothing
 */
export async function isolateHeap(miniflare: Miniflare, wake: () => Promise<unknown>): Promise<number> {
  const url = await miniflare.getInspectorURL();
  url.pathname = "/core:user:worker";
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`The inspector does not respond at ${url}`));
  });
  let id = 0;
  /** Calls a method of the Chrome DevTools Protocol. */
  const call = (method: string) =>
    new Promise<{ usedSize: number }>((resolve, reject) => {
      id += 1;
      const own = id;
      socket.onclose = () => reject(new Error(`The inspector closed during ${method}`));
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data));
        if (message.id === own)
          message.error ? reject(new Error(message.error.message)) : resolve(message.result);
      };
      socket.send(JSON.stringify({ id, method }));
    });
  // This collects twice, because objects that a first collection finalises may have kept others alive.
  for (let n = 0; n < 2; n++) {
    let collected = false;
    const collection = call("HeapProfiler.collectGarbage").then(() => {
      collected = true;
    });
    while (!collected) await wake();
    await collection;
  }
  const { usedSize } = await call("Runtime.getHeapUsage");
  socket.onclose = null;
  socket.close();
  return usedSize;
}
