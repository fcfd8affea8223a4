import { once } from "node:events";
import { createServer, type Socket } from "node:net";

/** What every scanner finds, so that it can be tried (eicar.org). In two parts: no scanner finds it here. */
export const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!$H+H*"].join("");

export interface ClamdServer {
  port: number;
  /** What each stream held that came whole. */
  scanned: Buffer[];
  /** "silent" takes everything and says nothing; "hang up" ends each connection at once. */
  mood: "well" | "silent" | "hang up" | "broken";
  close(): Promise<void>;
}

/**
 * A server that speaks clamd's protocol (zPING, zINSTREAM with pieces that have their length before them) and finds EICAR. A
 * stream of more than `mostBytes` is refused as clamd refuses it: in the middle, and the connection is over.
 */
export async function startClamd(mostBytes = 25_000_000): Promise<ClamdServer> {
  const open = new Set<Socket>();
  const clamd: Omit<ClamdServer, "port" | "close"> = { scanned: [], mood: "well" };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    if (clamd.mood === "hang up") socket.destroy();
    else serve(socket, clamd, mostBytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return Object.assign(clamd, {
    port: address.port,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  });
}

function serve(socket: Socket, clamd: Pick<ClamdServer, "scanned" | "mood">, mostBytes: number): void {
  let bytes = Buffer.of();
  let isStream = false;
  let isOver = false;
  const content: Buffer[] = [];
  const answer = (text: string) => {
    isOver = true;
    socket.end(`${text}\0`);
  };
  const readCommand = (): boolean => {
    const end = bytes.indexOf(0);
    if (end < 0) return false;
    const command = bytes.toString("latin1", 0, end);
    bytes = bytes.subarray(end + 1);
    isStream = command === "zINSTREAM";
    if (!isStream) answer(command === "zPING" ? "PONG" : "UNKNOWN COMMAND");
    return isStream;
  };
  const readPiece = (): boolean => {
    const length = bytes.length < 4 ? null : bytes.readUInt32BE(0);
    if (length === null || bytes.length < 4 + length) return false;
    content.push(bytes.subarray(4, 4 + length));
    bytes = bytes.subarray(4 + length);
    if (content.reduce((sum, piece) => sum + piece.length, 0) > mostBytes)
      answer("INSTREAM size limit exceeded. ERROR");
    else if (length === 0) answer(verdict());
    return !isOver;
  };
  const verdict = (): string => {
    if (clamd.mood === "broken") return "stream: Can't allocate memory ERROR";
    const whole = Buffer.concat(content);
    clamd.scanned.push(whole);
    return whole.includes(EICAR) ? "stream: Eicar-Test-Signature FOUND" : "stream: OK";
  };
  socket.on("data", (piece: Buffer) => {
    if (isOver || clamd.mood === "silent") return;
    bytes = Buffer.concat([bytes, piece]);
    if (isStream || readCommand()) while (readPiece());
  });
}
