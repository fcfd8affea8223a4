import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import ssh2, { type Connection } from "ssh2";
import { boundPort } from "../bound-port.ts";
import { SFTP_LOGIN, sftpHostKey } from "./access.ts";
import type { FileTree } from "./file-tree.ts";
import { answerRequests } from "./requests.ts";

export interface SftpServer {
  port: number;
  close(): Promise<void>;
}

/** An SFTP server on loopback over the folders in memory. Port 0 = any free one; rejects when the port is taken. */
export async function startSftpServer({
  port,
  host,
  files,
  hostKeys = [sftpHostKey()],
}: {
  port: number;
  host: string;
  files: FileTree;
  hostKeys?: string[];
}): Promise<SftpServer> {
  const sockets = new Set<Socket>();
  const ssh = new ssh2.Server({ hostKeys }, (client) => serve(client, files));
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    ssh.injectSocket(socket);
  });
  return {
    port: await boundPort(server.listen(port, host)),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function serve(client: Connection, files: FileTree): void {
  client
    // Who hangs up, or will not trust our key, is its own matter.
    .on("error", () => {})
    .on("authentication", (attempt) => {
      const known =
        attempt.method === "password" &&
        attempt.username === SFTP_LOGIN.user &&
        attempt.password === SFTP_LOGIN.password;
      if (known) attempt.accept();
      else attempt.reject(["password"]);
    })
    .on("session", (accept) => {
      accept().on("sftp", (acceptSftp) => answerRequests(acceptSftp(), files));
    });
}
