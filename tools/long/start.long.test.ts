import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { scratchFolder } from "../../packages/db/src/postgres/scratch-folder.ts";
import { ADMINS } from "../../packages/db/src/seed/admins.ts";
import { machineSettings } from "../stack/machine.ts";
import { anyFreePort } from "../stack/ports.ts";
import { runCommand, startCommand } from "./run-command.ts";

const folder = scratchFolder("countinghouse-start-");
chmodSync(folder, 0o711); // the database's user passes through
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Settings = Record<string, string>;
type Started = ReturnType<typeof startCommand>;
const started: Started[] = [];

/** Ports and a data folder that nobody else uses. */
async function place(name: string): Promise<Settings> {
  const ports = ["PORT", "SANDBOX_PORT", "SANDBOX_SMTP_PORT", "SANDBOX_SFTP_PORT", "PGPORT"];
  const chosen = await Promise.all(ports.map(async (port) => [port, String(await anyFreePort())]));
  return {
    ...machineSettings(),
    DATA_DIR: join(folder, name),
    ...(Object.fromEntries(chosen) as Settings),
  };
}

function start(command: string, settings: Settings): Started {
  const running = startCommand(command, settings);
  started.push(running);
  return running;
}

async function stop(running: Started): Promise<void> {
  running.kill("SIGTERM");
  await running;
}

/** Waits until it has said so; throws what it said instead when it ends. */
function says(running: Started, text: RegExp): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    running.all.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (text.test(said)) resolve(said);
    });
    void running.then(() => reject(new Error(said)));
  });
}

afterEach(async () => {
  for (const running of started.splice(0)) await stop(running);
});

describe("npm start", () => {
  let settings: Settings;
  beforeAll(async () => {
    settings = await place("demonstration");
    const seeded = await runCommand("npm run seed -- --demo --users=60", settings);
    if (seeded.exitCode !== 0) throw new Error(seeded.all);
  });

  it("runs the product and says where; commands work on its database beside it, and a second one is told so", async () => {
    const said = await says(start("npm start", settings), /Ctrl-C stops everything/);
    expect(said).toContain(`Countinghouse runs at http://localhost:${settings.PORT}`);
    const ready = await fetch(`http://127.0.0.1:${settings.PORT}/readyz`);
    expect(ready.status).toBe(200);

    const again = await runCommand("npm start", settings);
    expect([again.exitCode, again.all]).toEqual([
      1,
      expect.stringMatching(/^npm start is already running here \(process \d+\)\.$/),
    ]);
    const elsewhere = await runCommand("npm start", { ...settings, DATA_DIR: join(folder, "other") });
    expect([elsewhere.exitCode, elsewhere.all]).toEqual([
      1,
      `Port ${settings.PORT} is taken. Stop what listens there, or choose another: PORT=${Number(settings.PORT) + 1} npm start`,
    ]);

    const file = join(folder, "customers.csv");
    writeFileSync(file, "Company\nAcme\n");
    const words = "--email=new@countinghouse.test --name=New --role=VIEWER --password-stdin";
    for (const [command, answer, input] of [
      [`npm run import -- --demo ${file}`, /1 rows read, 1 loaded/],
      [`npm run export -- --demo ${join(folder, "book")}`, /users\.csv: [\d,]+ rows/],
      [`npm run admin:create -- --demo ${words}`, /new@countinghouse\.test/, "a-long-password-of-mine"],
      ["npm run audit:verify -- --demo", /\d/],
      ["npm run backup -- --demo", /rows of \d+ tables/],
      ["npm run restore:drill -- --demo", /rows restored in .*, 0 findings\nA restore now would lose/],
      ["npm run recovery -- --demo", /\w/],
      ["npm run vendors:check -- --demo", /18 checks, 0 failed\./],
    ] as const) {
      const { exitCode, all } = await runCommand(command, settings, input);
      expect(`${command}: ${all}`).toMatch(answer);
      expect([command, exitCode]).toEqual([command, 0]);
    }
    const superadmin = ADMINS.find(({ role }) => role === "SUPERADMIN");
    const inAName = `--reason=none --email=${superadmin?.email}`;
    for (const [what, answer] of [
      ["--book", "The console is not in recovery."],
      [`--confirm=none ${inAName}`, "This payment needs no confirmation."],
      [`--release ${inAName}`, "The console is not in recovery."],
    ] as const) {
      const { exitCode, all } = await runCommand(`npm run recovery -- --demo ${what}`, settings);
      expect([exitCode, all.split("\n").at(-1)]).toEqual([1, answer]);
    }
  });

  it("with hot reload runs the console's own server before it", async () => {
    const said = await says(start("npm run dev", settings), /Ctrl-C stops everything/);
    expect(said).toContain(`Countinghouse's server runs at http://localhost:${settings.PORT}`);
  });
});

it("of two that are started in the same second each has a database of its own, and who finds a port taken says which", async () => {
  const one = await place("one");
  const other = { ...(await place("two")), PORT: one.PORT ?? "", PGPORT: one.PGPORT ?? "" };
  const both = [one, other].map((settings) => start("npm start -- --users=30", settings));
  const ends = await Promise.all(
    both.map((running) => says(running, /Ctrl-C stops everything/).catch((error: Error) => error.message)),
  );
  expect(ends.filter((said) => said.includes("Countinghouse runs at"))).toHaveLength(1);
  const [loser = ""] = ends.filter((said) => !said.includes("Countinghouse runs at"));
  expect(loser.trim().split("\n").at(-1)).toMatch(
    new RegExp(`^Port ${one.PORT} is taken\\. Stop what listens there, or (set|choose another)`),
  );
  expect(ends.join()).not.toContain("FATAL");
});

describe("a command before the first start", () => {
  it("asks which database is meant", async () => {
    const { exitCode, all } = await runCommand("npm run backup", await place("nothing"));
    expect(all).toContain(
      "The setting DATABASE_URL is missing. Set it, or name a file that has it with --settings FILE.",
    );
    expect(exitCode).toBe(1);
  });

  it("makes a member of staff of the demonstration", async () => {
    const words = "--email=first@countinghouse.test --name=First --role=SUPERADMIN --password-stdin";
    const { exitCode, all } = await runCommand(
      `npm run admin:create -- --demo ${words}`,
      await place("new"),
      "a-long-password-of-mine",
    );
    expect(all).toContain("First can sign in as first@countinghouse.test (SUPERADMIN).");
    expect(exitCode).toBe(0);
  });

  it("refuses the demonstration where the environment names a database", async () => {
    const settings = { ...(await place("both")), DATABASE_URL: "postgresql://console@127.0.0.1:1/lender" };
    const { exitCode, all } = await runCommand("npm run migrate -- --demo", settings);
    expect(all).toBe(
      "--demo uses the demonstration on this machine, and DATABASE_URL names another database.",
    );
    expect(exitCode).toBe(1);
  });
});
