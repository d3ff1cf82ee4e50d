import { Agent, get } from "node:http";

/** The response times of a page, in milliseconds. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
}

/** How many connections stay open. None of them is ever idle. */
const CONNECTIONS = 10;

/**
 * Requests a page again and again. Responses are not compressed: in production the edge does that, and it
 * would add the same cost to the page and to the floor.
 * @param cookie the Cookie header, or ""
 * @returns the time of each request, and the time that all of them took together, in milliseconds
 * @throws {Error} if a response is not 200
 */
export async function load(
  url: URL,
  cookie: string,
  requests: number,
): Promise<{ times: number[]; total: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let begun = 0;
  const connection = async () => {
    while (begun < requests) {
      begun += 1;
      const start = performance.now();
      await request(url, cookie, agent);
      times.push(performance.now() - start);
    }
  };
  const start = performance.now();
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  } finally {
    agent.destroy();
  }
  return { times, total: performance.now() - start };
}

/** Sums up runs of {@link load}. */
export function summaryOf(runs: { times: number[]; total: number }[]): Load {
  const times = runs.flatMap((run) => run.times).sort((a, b) => a - b);
  const total = runs.reduce((sum, run) => sum + run.total, 0);
  const percentile = (part: number) => times[Math.ceil(times.length * part) - 1] ?? 0;
  return { perSecond: (times.length / total) * 1000, p50: percentile(0.5), p99: percentile(0.99) };
}

/** Requests a page. @param tries how many times to try, because a busy workerd closes connections */
function request(url: URL, cookie: string, agent: Agent, tries = 3): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "Accept-Language": "en", ...(cookie && { Cookie: cookie }) };
    const clientRequest = get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      response.resume().on("end", resolve).on("error", reject);
    });
    clientRequest.on("error", (error: NodeJS.ErrnoException) => {
      if (tries > 0 && error.code === "ECONNRESET") resolve(request(url, cookie, agent, tries - 1));
      else reject(error);
    });
  });
}
