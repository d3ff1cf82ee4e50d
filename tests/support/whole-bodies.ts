/**
 * A module in front of the worker that reads the body of each request before it passes it on. A worker that refuses a
 * request without reading its body closes the connection, and a client on a busy machine may lose the answer with it.
 */
export const wholeBodies = (main: string): string => `
import worker from "${main}";

export default {
  ...worker,
  async fetch(request, env, execution) {
    const body = request.body && (await request.arrayBuffer());
    return worker.fetch(body ? new Request(request, { body }) : request, env, execution);
  },
};
`;
