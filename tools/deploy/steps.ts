import { setTimeout as pause } from "node:timers/promises";
import { ADMINS } from "../../packages/db/src/seed/admins.ts";
import { anyFreePort } from "../stack/ports.ts";
import { signInAt } from "../stack/sign-in.ts";
import { copySources, type Going, type Machine } from "./machine.ts";
import { unitLine } from "./units.ts";

/** One step of a document, on the machine; what it showed, in a few words. Throws where it does not do what the document says. */
export interface Step {
  document: string;
  what: string;
  does(machine: Machine): Promise<string>;
}

const CHECKOUT = "/opt/newcomer/countinghouse";
const APP = "/srv/countinghouse";
const CONSOLE = "/etc/countinghouse/console.env";
const OWNER = "/etc/countinghouse/owner.env";
const SUPERADMIN = ADMINS.find(({ role }) => role === "SUPERADMIN")?.email ?? "";
const OWN = { PORT: 0, SANDBOX_PORT: 0, SANDBOX_SMTP_PORT: 0, SANDBOX_SFTP_PORT: 0, PGPORT: 0 };

const running = new Map<string, Going>();
/** A command of the release in its folder, with the settings of its processes, as their user. */
const command = (name: string, words = "", owner = false): string =>
  `cd ${APP} && npm run --silent ${name} -- --settings ${CONSOLE} ${owner ? `--settings ${OWNER} ` : ""}${words}`;
const asServer = { user: "countinghouse" };

/** What the documents say, in their order. */
export const STEPS: readonly Step[] = [
  {
    document: "README.md",
    what: "Node 18.12 or newer and npm",
    does: async ({ run }) => {
      await run("apt-get update -qq && apt-get install -qq --yes --no-install-recommends nodejs npm", {
        online: true,
      });
      return run("echo Node $(node --version), npm $(npm --version)");
    },
  },
  {
    document: "README.md",
    what: "npm start, and sign in",
    does: async (machine) => {
      await machine.run("adduser --home /opt/newcomer --disabled-password --gecos '' --quiet newcomer");
      await copySources(machine, CHECKOUT);
      await machine.run(`chown -R newcomer: ${CHECKOUT}`);
      const env: Record<string, string> = {};
      for (const name of Object.keys(OWN)) env[name] = String(await anyFreePort());
      const started = await machine.start(`sh -c 'cd ${CHECKOUT} && exec npm start'`, {
        user: "newcomer",
        env,
        online: true,
      });
      const said = await started.says(/Ctrl-C stops everything/);
      const password = /with the password {2}(\S+)/.exec(said)?.[1] ?? "";
      const origin = `http://localhost:${env.PORT}`;
      const session = await signInAt(origin, `http://localhost:${env.SANDBOX_PORT}`, {
        email: SUPERADMIN,
        password,
      });
      const { totalRecords } = (await session.call("users.list", { sort: "id" })) as { totalRecords: number };
      const system = (await session.call("system.get")) as { processes: unknown[]; vendors: unknown[] };
      if (system.processes.length === 0) throw new Error("Settings › System shows no process.");
      started.interrupt();
      const isUp = () =>
        fetch(origin).then(
          () => true,
          () => false,
        );
      for (const until = Date.now() + 60_000; await isUp(); await pause(500))
        if (Date.now() > until) throw new Error("Ctrl-C did not stop it.");
      return `signed in, ${totalRecords} customers, stopped by Ctrl-C`;
    },
  },
  {
    document: "docs/deploy.md",
    what: "the database and its two roles",
    does: async ({ run, start, read }) => {
      await run("apt-get install -qq --yes --no-install-recommends postgresql", { online: true });
      const version = (await run("ls /usr/lib/postgresql")).trim();
      const config = `/etc/postgresql/${version}/main/postgresql.conf`;
      const going = await start(
        `/usr/lib/postgresql/${version}/bin/postgres -D /var/lib/postgresql/${version}/main -c config_file=${config}`,
        { user: "postgres" },
      );
      running.set("postgresql", going);
      await going.says(/ready to accept connections/);
      const lines =
        /```sql\n(CREATE ROLE owner[\s\S]*?)```/.exec(read(`${CHECKOUT}/docs/deploy.md`))?.[1] ?? "";
      if (lines === "") throw new Error("docs/deploy.md does not say how the database is made.");
      await run("psql --quiet --set ON_ERROR_STOP=1", {
        user: "postgres",
        input: lines.replaceAll("…", "password-of-a-test"),
      });
      return run("psql --tuples-only --no-align -c 'SHOW server_version'", { user: "postgres" });
    },
  },
  {
    document: "docs/deploy.md",
    what: "collect what runs, with its packages",
    does: async ({ run, read }) => {
      const lines =
        /```sh\n(sh deploy\/collect\.sh[\s\S]*?)```/.exec(read(`${CHECKOUT}/docs/deploy.md`))?.[1] ?? "";
      if (lines === "") throw new Error("docs/deploy.md does not say how what runs is collected.");
      await run(
        `cd ${CHECKOUT} && ${lines.replaceAll("/path/to/checkout", CHECKOUT).trim().replaceAll("\n", " && ")}`,
        { online: true },
      );
      return run(`du -sh ${APP} | cut -f1 && node --version | sed 's/^/Node /'`);
    },
  },
  {
    document: "docs/operations.md",
    what: "settings from .env.example, and npm run settings:check",
    does: async ({ run, write, read }) => {
      const key = () => run("openssl rand -base64 32");
      const values: Record<string, string> = {
        PUBLIC_URL: "https://console.example.com",
        DATABASE_URL: "postgresql://countinghouse:password-of-a-test@127.0.0.1/countinghouse",
        SEALING_KEYS: `k001:${await key()}`,
        INDEX_KEY: await key(),
        AUDIT_KEYS: `a001:${await key()}`,
        CODE_KEY: await key(),
        TOKEN_KEY: await key(),
        BOT_CHECK_KEY: await key(),
        SMTP_URL: "smtps://staff:password@smtp.example.com",
        FILES_DIR: "/var/lib/countinghouse/files",
        BACKUP_KEY: await key(),
        BACKUP_DIR: "/var/lib/countinghouse/backups",
      };
      const example = read(`${CHECKOUT}/.env.example`);
      const filled = Object.entries(values).reduce((text, [name, value]) => {
        const line = new RegExp(`^(# )?${name}=.*$`, "m");
        if (!line.test(text)) throw new Error(`.env.example has no ${name}.`);
        return text.replace(line, () => `${name}=${value}`);
      }, example);
      write(CONSOLE, filled);
      write(OWNER, "DATABASE_OWNER_URL=postgresql://owner:password-of-a-test@127.0.0.1/countinghouse\n");
      await run(`chown root:countinghouse ${CONSOLE} && chmod 640 ${CONSOLE} && chmod 600 ${OWNER}`);
      // The file is one that a shell reads as well.
      await run(`sh -euc '. ${CONSOLE}'`);
      const said = await run(`cd ${CHECKOUT} && npm run --silent settings:check -- ${CONSOLE}`);
      return said.split("\n")[0] ?? "";
    },
  },
  {
    document: "deploy/systemd/countinghouse-migrate.service",
    what: "the migrations, as the owner",
    does: async (machine) => {
      const said = await machine.run(unitLine(machine, "countinghouse-migrate.service", ""));
      return said.split("\n").at(-1) ?? "";
    },
  },
  ...(
    [
      ["web", "1", "3101"],
      ["web", "2", "3102"],
      ["worker", "1", "3201"],
      ["worker", "2", "3202"],
    ] as const
  ).map(
    ([role, place, health]): Step => ({
      document: `deploy/systemd/countinghouse-${role}@.service`,
      what: `${role} ${place} starts and is well`,
      does: async (machine) => {
        const unit = `countinghouse-${role}@.service`;
        const going = await machine.start(`sh -euc '${unitLine(machine, unit, place)}'`);
        running.set(`${role}-${place}`, going);
        await going.says(/"msg":"started"/);
        const asked = ["healthz", "readyz"].map((path) => fetchLine(`http://127.0.0.1:${health}/${path}`));
        return (await machine.run(asked.join(" && "), asServer)).replaceAll("\n", ", ");
      },
    }),
  ),
  {
    document: "docs/operations.md",
    what: "/metrics of a web process and of a worker",
    does: async ({ run }) => {
      const counts = [];
      for (const port of ["3101", "3201"]) {
        const line = `node -e 'fetch("http://127.0.0.1:${port}/metrics").then(async (a) => console.log((await a.text()).split("\\n").filter((l) => l.startsWith("countinghouse_")).length))'`;
        counts.push(Number(await run(line, asServer)));
      }
      if (counts.some((count) => !(count > 10))) throw new Error(`${counts.join(" and ")} lines`);
      return `${counts.join(" and ")} lines of our own`;
    },
  },
  {
    document: "docs/operations.md",
    what: "the first member of staff, by admin:create",
    does: async ({ run }) => {
      const words = "--email=sofia@example.com --name=Sofia --role=SUPERADMIN --password-stdin";
      return run(command("admin:create", words), { ...asServer, input: "a-long-password-of-mine" });
    },
  },
  {
    document: "docs/backup.md",
    what: "backup, list, and the drill",
    does: async ({ run }) => {
      await run("install -d -o countinghouse /var/lib/countinghouse/backups");
      await run(command("backup"), asServer);
      await run(command("restore", "--list"), asServer);
      const drill = await run(command("restore:drill", "", true));
      if (!/ 0 findings/.test(drill)) throw new Error(drill);
      return drill.split("\n")[0] ?? "";
    },
  },
  {
    document: "docs/audit.md",
    what: "audit:verify",
    does: async ({ run }) => (await run(command("audit:verify"), asServer)).split("\n").at(-1) ?? "",
  },
  {
    document: "docs/deploy.md",
    what: "every process ends on SIGTERM, and none has told of an error",
    does: async () => {
      const codes = [];
      for (const [name, going] of [...running].toReversed()) {
        const code = await going.stop();
        if (name !== "postgresql" && code !== 0) throw new Error(`${name} ended with ${code}.`);
        const error = going
          .said()
          .split("\n")
          .find((line) => line.includes('"level":50'));
        if (error !== undefined) throw new Error(`${name} told of an error: ${error}`);
        codes.push(name);
      }
      return codes.join(", ");
    },
  },
];

/** What of the documents can not be done on a machine that is made here, a sentence each. */
export const NOT_HERE: readonly string[] = [
  "systemd itself: nothing boots here, so the lines of the units are run by hand, as their users.",
  "compose.yaml and Kubernetes: there is no daemon and no registry; npm run tool -- image builds the image and signs in through it.",
  "A certificate and a name that browsers reach, a mail server and vendors: production refuses those of this machine.",
];

const fetchLine = (url: string): string =>
  `node -e 'fetch("${url}").then(async (answer) => { console.log(answer.status, (await answer.text()).slice(0, 40)); process.exit(answer.ok ? 0 : 1); })'`;
