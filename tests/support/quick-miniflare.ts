import { registerHooks } from "node:module";

// Miniflare writes its configuration, with all modules of the worker, into a buffer that it copies whenever it lacks 4
// KB. With a worker of 6 MB that takes a second of CPU for each start, and the tests start hundreds of workers. Here
// the buffer doubles. A Miniflare with other code is loaded as it is: quick-miniflare.test.ts says then that this can
// go.

/** The line of Miniflare that says by how much the buffer grows, and what it becomes. */
export const GROWTH = {
  slow: "minSize = minSize < MIN_SINGLE_SEGMENT_GROWTH ? MIN_SINGLE_SEGMENT_GROWTH : padToWord$1(minSize);",
  quick: "minSize = Math.max(srcBuffer.byteLength, padToWord$1(minSize));",
};

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith("/miniflare/dist/src/index.js") || !loaded.source) return loaded;
    return { ...loaded, source: loaded.source.toString().replace(GROWTH.slow, () => GROWTH.quick) };
  },
});
