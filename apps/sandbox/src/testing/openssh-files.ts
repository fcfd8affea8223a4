import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import ssh2 from "ssh2";
import { boundPort } from "../bound-port.ts";
import { sftpHostKey } from "../sftp/access.ts";
import { SFTP_SERVER } from "./needs.ts";

/**
 * OpenSSH's own file server over real folders, behind a login that takes anybody. `mostKiB` is as much as it can keep of one
 * file: what goes beyond is refused as on a disk that is full.
 */
export async function startOpenSshFiles({ mostKiB }: { mostKiB?: number } = {}) {
  const limited = mostKiB === undefined ? "" : `trap "" XFSZ; ulimit -f ${mostKiB}; `;
  const ssh = new ssh2.Server({ hostKeys: [sftpHostKey()] }, (client) => {
    client
      .on("error", () => {})
      .on("authentication", (attempt) => attempt.accept())
      .on("session", (accept) => {
        accept().on("subsystem", (acceptSubsystem) => {
          const channel = acceptSubsystem();
          const files = spawn("bash", ["-c", `${limited}exec "$0"`, SFTP_SERVER], {
            stdio: ["pipe", "pipe", "ignore"],
          });
          channel.pipe(files.stdin);
          files.stdout.pipe(channel);
          // Whoever hangs up ends the other side.
          channel.on("close", () => files.kill()).on("error", () => {});
          files.stdin.on("error", () => {});
        });
      });
  });
  const server = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  return {
    port: await boundPort(server.listen(0, "127.0.0.1")),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}
