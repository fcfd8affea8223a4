// A process that opens many connections to this machine and sends a byte a second on each. Started with the port, how many connections and from
// how many addresses. The message "off" closes all; any other text is what each connection sends first.
import { connect, type Socket } from "node:net";

const [port = 0, size = 0, addresses = 0] = process.argv.slice(2).map(Number);
const EVERY_MS = 1_000;
const OPENS_AGAIN_AFTER_MS = 1_000;

const open = new Set<Socket>();
let begins: string | null = null;
let ended = 0;

/** Opens the connection with this number from its own address. It is opened again when the server ends it. */
function drip(number: number, first: string): void {
  if (begins !== first) return;
  const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.0.${2 + (number % addresses)}` });
  open.add(socket);
  socket.write(first);
  const drop = setInterval(() => socket.write("x"), EVERY_MS);
  socket.resume();
  socket.on("error", () => {});
  socket.on("close", () => {
    clearInterval(drop);
    open.delete(socket);
    if (begins !== first) return;
    ended++;
    setTimeout(() => drip(number, first), OPENS_AGAIN_AFTER_MS);
  });
}

process.once("disconnect", () => process.exit(0));
process.on("message", (message: string) => {
  if (message === "off") {
    const counts = { open: open.size, ended };
    begins = null;
    for (const socket of open) socket.destroy();
    process.send?.(counts);
    return;
  }
  begins = message;
  ended = 0;
  // The connections come spread over a second, as those of strangers do.
  for (let number = 0; number < size; number++)
    setTimeout(() => drip(number, message), (number * EVERY_MS) / size);
  setTimeout(() => process.send?.("on"), EVERY_MS);
});
process.send?.("ready");
