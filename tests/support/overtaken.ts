import type { heldStorage } from "./held-storage.ts";

/** The status, the code of a refusal, and the body of an answer. */
export interface Told {
  status: number;
  code: string | null;
  body: Record<string, unknown> | null;
}

const told = async (response: Response): Promise<Told> => {
  const text = await response.text();
  return {
    status: response.status,
    code: response.headers.get("X-Error-Code"),
    body: text === "" ? null : JSON.parse(text),
  };
};

/**
 * Sends a request, and does something else when it has passed all its checks and is about to write: the worst moment of a
 * race, each time.
 * @param write what of its write to D1 tells it from its other calls; by default, its audit entry
 */
export async function rightBefore(
  storage: ReturnType<typeof heldStorage>,
  send: () => Promise<Response>,
  task: () => Promise<unknown>,
  write = /insert into "audit_log"/,
): Promise<Response> {
  let isDone = false;
  storage.before(write, async () => {
    await task();
    isDone = true;
  });
  const response = await send();
  if (!isDone) throw new Error(`Nothing that was sent to D1 matches ${write}`);
  return response;
}

/**
 * Sends two requests of which the first one has passed all its checks, and is about to write, when the second one comes and
 * is answered: the worst moment of a race, each time.
 * @param write what of the first one's write to D1 tells it from its other calls
 * @returns how the slow and the quick one are answered
 */
export async function overtake(
  storage: ReturnType<typeof heldStorage>,
  { write, slow, quick }: { write: RegExp; slow: () => Promise<Response>; quick: () => Promise<Response> },
): Promise<{ slow: Told; quick: Told }> {
  let answered: Told | undefined;
  const late = await rightBefore(
    storage,
    slow,
    async () => {
      answered = await told(await quick());
    },
    write,
  );
  return { slow: await told(late), quick: answered as Told };
}

/** Sends requests at once. @returns how each is answered */
export const atOnce = async (...requests: (() => Promise<Response>)[]): Promise<Told[]> =>
  Promise.all(requests.map(async (send) => told(await send())));
