import { expect, test } from "vitest";
import { readBody } from "./read-body.server.ts";

/** A request with a body of these pieces. After the last piece, the body ends, breaks off, or stays open. */
function request(pieces: string[], end: "ends" | "breaks" | "never ends" = "ends"): Request {
  const left = pieces.map((piece) => new TextEncoder().encode(piece));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece) return controller.enqueue(piece);
      if (end === "never ends") return new Promise(() => {});
      if (end === "breaks") controller.error(new Error("The connection broke"));
      else controller.close();
    },
  });
  return new Request("https://example.com", { method: "POST", body, duplex: "half" } as RequestInit);
}

const limits = { maxBytes: 4, timeLimit: 60_000 };

test("a body is read up to its limit", async () => {
  const read = await readBody(request(["ab", "cd"]), limits);
  expect(read.ok && (await read.body.text())).toBe("abcd");
  const none = await readBody(new Request("https://example.com", { method: "POST" }), limits);
  expect(none.ok && (await none.body.text())).toBe("");
});

test("a larger body is refused before its end, unless the caller wants the rest to be read", async () => {
  expect(await readBody(request(["abc", "de"], "never ends"), limits)).toEqual({ ok: false, status: 413 });
  const readsOn = { ...limits, readsOn: true };
  expect(await readBody(request(["abc", "de", "f"]), readsOn)).toEqual({ ok: false, status: 413 });
  expect(await readBody(request(["abc", "de"], "breaks"), readsOn)).toEqual({ ok: false, status: 400 });
});

test("a body that does not end in time is refused", async () => {
  expect(await readBody(request(["ab"], "never ends"), { ...limits, timeLimit: 1 })).toEqual({
    ok: false,
    status: 408,
  });
});

test("a body whose connection breaks is refused", async () => {
  expect(await readBody(request(["ab"], "breaks"), limits)).toEqual({ ok: false, status: 400 });
});
