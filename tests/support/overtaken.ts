import type { gatedStorage } from "./gated-storage.ts";

/** The status, the error code of a refusal, and the body of a response. */
export interface ReadResponse {
  status: number;
  code: string | null;
  body: Record<string, unknown> | null;
}

const readResponse = async (response: Response): Promise<ReadResponse> => {
  const text = await response.text();
  return {
    status: response.status,
    code: response.headers.get("X-Error-Code"),
    body: text === "" ? null : JSON.parse(text),
  };
};

/**
 * Sends a request, and runs a task at the worst moment of a race: when the request has passed all its checks
 * and is about to write.
 * @param write matches the SQL of the request's write; by default, that of its audit log entry
 */
export async function rightBefore(
  storage: ReturnType<typeof gatedStorage>,
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
 * Sends two requests. The quick one arrives and gets its response at the worst moment of a race: when the
 * slow one has passed all its checks and is about to write.
 * @param write matches the SQL of the slow request's write
 * @returns the responses to both requests
 */
export async function overtake(
  storage: ReturnType<typeof gatedStorage>,
  { write, slow, quick }: { write: RegExp; slow: () => Promise<Response>; quick: () => Promise<Response> },
): Promise<{ slow: ReadResponse; quick: ReadResponse }> {
  let answered: ReadResponse | undefined;
  const late = await rightBefore(
    storage,
    slow,
    async () => {
      answered = await readResponse(await quick());
    },
    write,
  );
  return { slow: await readResponse(late), quick: answered as ReadResponse };
}

/** Sends requests at the same time. @returns their responses */
export const atOnce = async (...requests: (() => Promise<Response>)[]): Promise<ReadResponse[]> =>
  Promise.all(requests.map(async (send) => readResponse(await send())));
