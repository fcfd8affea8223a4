import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A port of the product, and the setting that moves it. */
export interface NamedPort {
  port: number;
  setting: string;
}

/** The ports the product listens on, as the environment sets them. */
export const readPorts = (env: NodeJS.ProcessEnv) => ({
  console: portSetting(env, "PORT", 3000),
  sandbox: portSetting(env, "SANDBOX_PORT", 4010),
  smtp: portSetting(env, "SANDBOX_SMTP_PORT", 4012),
  sftp: portSetting(env, "SANDBOX_SFTP_PORT", 4013),
});

function portSetting(env: NodeJS.ProcessEnv, setting: string, usual: number): NamedPort {
  const port = Number(env[setting] ?? usual);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`${setting} must be a port number, not "${env[setting]}".`);
  }
  return { port, setting };
}

/**
 * Throws one line that names the first port that is taken and how to choose another. `patienceMs` is how long
 * to wait for processes of a killed run to leave.
 */
export async function assertFree(ports: readonly NamedPort[], patienceMs = 0): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (const { port, setting } of ports) {
    while (!(await isFree(port))) {
      if (Date.now() >= deadline) {
        throw new Error(
          `Port ${port} is taken. Stop what listens there, or choose another: ${setting}=${port + 1} npm start`,
        );
      }
      await pause(200);
    }
  }
}

/** The first free port from `first` on. */
export async function firstFreePort(first: number): Promise<number> {
  for (let port = first; port < first + 200; port++) if (await isFree(port)) return port;
  throw new Error(`No port is free between ${first} and ${first + 200}.`);
}

/** Any free port. */
export const anyFreePort = async (): Promise<number> => {
  const port = await listenedPort(0);
  if (port === null) throw new Error("No port is free.");
  return port;
};

export const isFree = async (port: number): Promise<boolean> => (await listenedPort(port)) !== null;

/** The port a listener got, once it has let go of it again; null when it got none. */
async function listenedPort(wanted: number): Promise<number | null> {
  const probe = createServer().listen(wanted, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return null;
  }
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : null;
}
