import { once } from "node:events";
import { request as ask, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLimitedServer, keepConnection } from "./connections.ts";
import { FILE_PATHS } from "./multipart.ts";

const [UPLOAD_PATH] = FILE_PATHS;

let server: Server;
let sockets: Socket[];
beforeEach(async () => {
  sockets = [];
  server = createLimitedServer(
    (request, response) => {
      request.on("error", () => {});
      if (request.headers["x-refuse"]) response.end("refused");
      request.resume().on("end", () => response.end("taken"));
    },
    { slowMs: 400, leastBytes: 100, lookEveryMs: 20, most: 5, mostOfVisitors: 5, mostOfAddress: 5 },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

async function opened(sent: string): Promise<Socket> {
  const socket = connect(port(), "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  await once(socket, "connect");
  socket.resume().write(sent);
  return socket;
}

/** Resolves when the socket is closed. A reset socket emits an error as well. */
const closed = (socket: Socket) => new Promise<unknown>((resolve) => socket.once("close", resolve));

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

function post(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port: port(), host: "127.0.0.1", path, method: "POST", agent: false };
    ask(options, (answer) => resolve(answer.resume().statusCode))
      .on("error", reject)
      .end("body");
  });
}

describe("a connection", () => {
  it.each([
    ["says nothing", ""],
    ["never ends its head", "GET / HTTP/1.1\r\nHost: a\r\n"],
    ["never ends the body of a webhook", `${head("/api/webhooks/plaid", 100)}part`],
    ["never ends the body of a call", `${head("/trpc/admins.me", 100)}part`],
    ["never ends the body of what has none", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\npart"],
    ...FILE_PATHS.map((path) => [`stands still within ${path}`, `${head(path, 100)}part`]),
  ])("that %s is closed", async (_what, sent) => {
    const socket = await opened(sent);
    await closed(socket);
    expect(socket.destroyed).toBe(true);
  });

  it("whose body arrives slowly is closed, except a file that keeps arriving", async () => {
    const drip = async (path: string, bytes: number) => {
      const socket = await opened(head(path, 1_000_000));
      const dripping = setInterval(() => socket.write(".".repeat(bytes)), 50);
      void closed(socket).then(() => clearInterval(dripping));
      return socket;
    };
    const uploads = await Promise.all(FILE_PATHS.map((path) => drip(path, 1_000)));
    await closed(await drip("/api/webhooks/plaid", 1_000));
    for (const path of FILE_PATHS) await closed(await drip(path, 1));
    expect(uploads.map(({ destroyed }) => destroyed)).toEqual(FILE_PATHS.map(() => false));
  });

  it("whose file keeps arriving after a refusal is closed", async () => {
    for (const path of FILE_PATHS) {
      const socket = await opened(head(path, 1_000_000).replace("Host: a", "Host: a\r\nX-Refuse: 1"));
      const dripping = setInterval(() => socket.write(".".repeat(1_000)), 50);
      await closed(socket);
      clearInterval(dripping);
      expect(socket.bytesWritten).toBeLessThan(1_000_000);
    }
  });

  it("with a file that keeps arriving has no time limit", () => {
    expect(server.requestTimeout).toBe(0);
  });

  it("beyond the limit is closed, and is accepted again when another one ends", async () => {
    const kept = await Promise.all([1, 2, 3, 4, 5].map(() => opened(`${head(UPLOAD_PATH, 100)}part`)));
    await closed(await opened(""));
    kept[0]?.destroy();
    await expect.poll(() => post("/").catch(() => null)).toBe(200);
  });
});

describe("connections of visitors", () => {
  let limited: Server;
  let limitedPort: number;
  beforeEach(async () => {
    const limits = { slowMs: 60_000, leastBytes: 1, lookEveryMs: 1_000, most: 20 };
    limited = createLimitedServer(
      (request, response) => {
        if (request.headers.authorization) keepConnection(request);
        request.resume().on("end", () => response.end("taken"));
      },
      { ...limits, mostOfVisitors: 6, mostOfAddress: 4 },
    );
    limited.listen(0, "127.0.0.1");
    await once(limited, "listening");
    limitedPort = (limited.address() as AddressInfo).port;
  });
  afterEach(() => {
    limited.closeAllConnections();
    limited.close();
  });
  const openFrom = async (localAddress: string, sent: string): Promise<Socket> => {
    const socket = connect({ port: limitedPort, host: "127.0.0.1", localAddress }).on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    socket.resume().write(sent);
    return socket;
  };
  const slow = (address: string) => openFrom(address, "GET / HTTP/1.1\r\nHost: a\r\n");
  const signedIn = async () => {
    const socket = await openFrom(
      "127.0.0.9",
      "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\n\r\n",
    );
    await expect.poll(() => socket.bytesRead).toBeGreaterThan(0);
    return socket;
  };

  it("replace the oldest one of their address beyond its limit, and leave other addresses alone", async () => {
    const other = await slow("127.0.0.2");
    const same: Socket[] = [];
    for (let each = 0; each < 5; each++) same.push(await slow("127.0.0.3"));
    await expect.poll(() => same[0]?.destroyed).toBe(true);
    expect([other, ...same.slice(1)].map(({ destroyed }) => destroyed)).toEqual(Array(5).fill(false));
  });

  it("replace the oldest one beyond the limit of all addresses, but never one of a signed-in admin", async () => {
    const first = await signedIn();
    const slows: Socket[] = [];
    for (let each = 0; each < 30; each++) slows.push(await slow(`127.0.0.${10 + each}`));
    await expect.poll(() => slows.slice(0, 24).every(({ destroyed }) => destroyed)).toBe(true);
    expect(first.destroyed).toBe(false);
    const later = await signedIn();
    for (let each = 0; each < 6; each++) await slow(`127.0.0.${50 + each}`);
    first.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const before = first.bytesRead;
    await expect.poll(() => first.bytesRead).toBeGreaterThan(before);
    expect(later.destroyed).toBe(false);
  });
});
