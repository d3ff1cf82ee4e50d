import { connect } from "node:net";

/**
 * Sends bytes to a server unchanged, for requests that no HTTP client would send, and ends the sending side.
 * @returns everything that the server sends until it closes the connection; "" if the server closes it
 * without a response
 */
export function sendRaw(url: string, ...pieces: (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      for (const piece of pieces) socket.write(piece);
      socket.end();
    });
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      answer += text;
    });
    // A server may stop reading as soon as it has responded.
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

/** The statuses of the responses. */
export const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
