import { createServer } from "node:net";

/** The server's port. @throws {Error} if PORT is not a port number, or the port is taken */
export async function freePort(): Promise<number> {
  const text = process.env.PORT ?? "3000";
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new Error(`PORT must be from 1 to 65535, not ${text}.`);
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        new Error(
          `Port ${port} ${taken ? "is in use" : `can't be used (${error.code})`}: set PORT to another.`,
        ),
      );
    });
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve()));
  });
  return port;
}
