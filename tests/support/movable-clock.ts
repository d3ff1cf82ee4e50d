import type { TestWorker } from "./worker.ts";

/** The header of a request that moves the clock of the worker forward. Its value is in milliseconds. */
const MOVE_CLOCK = "X-Move-Clock";

/**
 * A module in front of the worker, which puts the worker's clock ahead of the machine's by as much as the
 * test has moved it.
 */
export const MOVABLE_CLOCK = (main: string): string => `
import worker from "${main}";

const { now } = Date;
let ahead = 0;
Date.now = () => now() + ahead;

export default {
  ...worker,
  fetch(request, env, execution) {
    const milliseconds = request.headers.get("${MOVE_CLOCK}");
    if (milliseconds === null) return worker.fetch(request, env, execution);
    ahead += Number(milliseconds);
    return new Response();
  },
};
`;

/**
 * Lets time pass for a worker that was started with {@link MOVABLE_CLOCK}: for its cookies, its cached reads and its
 * sessions.
 */
export async function letPass(milliseconds: number, worker: TestWorker): Promise<void> {
  await fetch(worker.url, { headers: { [MOVE_CLOCK]: `${milliseconds}`, Connection: "close" } });
}
