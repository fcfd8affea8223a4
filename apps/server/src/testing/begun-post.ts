import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Announces a body of this size, and sends its first byte. */
export async function beginPost(
  origin: string,
  path: string,
  size: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  const lines = Object.entries({ host: "localhost", "content-length": String(size), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n{`);
  return socket;
}

/** Returns the status that arrives before the rest of the body is sent. */
export async function answeredStatus(socket: Socket): Promise<number> {
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(String(answer))?.[1]);
}
