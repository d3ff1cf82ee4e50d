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
  storage.before(write, async () => {
    answered = await told(await quick());
  });
  const late = await told(await slow());
  if (!answered) throw new Error(`Nothing that was sent to D1 matches ${write}`);
  return { slow: late, quick: answered };
}

/** Sends requests at once. @returns how each is answered */
export const atOnce = async (...requests: (() => Promise<Response>)[]): Promise<Told[]> =>
  Promise.all(requests.map(async (send) => told(await send())));
