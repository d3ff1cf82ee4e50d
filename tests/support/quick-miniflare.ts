import { registerHooks } from "node:module";

// Miniflare writes its configuration, with all modules of the worker, into a buffer that it copies whenever it lacks 4
// KB. With a worker of 6 MB that takes a second of CPU for each start, and the tests start hundreds of workers. With
// this change, the buffer doubles instead. If Miniflare's code has changed, it is loaded unchanged, and
// quick-miniflare.test.ts says that this file is no longer needed.

/** The line of Miniflare that decides how much the buffer grows, and the line that replaces it. */
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
