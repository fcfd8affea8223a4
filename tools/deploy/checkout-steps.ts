import { setTimeout as pause } from "node:timers/promises";
import { ADMINS } from "../../packages/db/src/seed/admins.ts";
import { anyFreePort } from "../stack/ports.ts";
import { signInAt } from "../stack/sign-in.ts";
import { copySources } from "./machine.ts";
import {
  asNewcomer,
  CHECKOUT,
  databaseUrl,
  fetchLine,
  filledExample,
  lastLine,
  PASSWORD,
  running,
  type Step,
  withPassword,
} from "./step.ts";

const SUPERADMIN = ADMINS.find(({ role }) => role === "SUPERADMIN")?.email ?? "";
const PORTS = ["PORT", "SANDBOX_PORT", "SANDBOX_SMTP_PORT", "SANDBOX_SFTP_PORT", "PGPORT"];
const OWNER_URL = databaseUrl("owner");
const SERVER_URL = databaseUrl("countinghouse");
const inCheckout = (script: string): string => `cd ${CHECKOUT} && ${script}`;

/** What a newcomer does in a checkout: README.md, then an operator's first time. */
export const CHECKOUT_STEPS: readonly Step[] = [
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
    lines: { from: "npm start  ", to: "npm start  " },
    does: async (machine, script) => {
      await machine.run("adduser --home /opt/newcomer --disabled-password --gecos '' --quiet newcomer");
      await copySources(machine, CHECKOUT);
      await machine.run(`chown -R newcomer: ${CHECKOUT}`);
      const env: Record<string, string> = {};
      for (const name of PORTS) env[name] = String(await anyFreePort());
      const started = await machine.start(`sh -euc '${inCheckout(script)}'`, {
        ...asNewcomer,
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
    document: "README.md",
    what: "a second console",
    lines: { from: "export DATA_DIR=" },
    does: async (machine, script) => {
      const started = await machine.start(`sh -euc '${inCheckout(script)}'`, asNewcomer);
      const said = await started.says(/Ctrl-C stops everything/);
      if (!said.includes("http://localhost:3100")) throw new Error(said.slice(-500));
      started.interrupt();
      return "at http://localhost:3100, without a network";
    },
  },
  {
    document: "docs/deploy.md",
    what: "PostgreSQL of Debian",
    does: async ({ run, start }) => {
      await run("apt-get install -qq --yes --no-install-recommends postgresql", { online: true });
      const version = (await run("ls /usr/lib/postgresql")).trim();
      const config = `/etc/postgresql/${version}/main/postgresql.conf`;
      const going = await start(
        `/usr/lib/postgresql/${version}/bin/postgres -D /var/lib/postgresql/${version}/main -c config_file=${config}`,
        { user: "postgres" },
      );
      running.set("postgresql", going);
      await going.says(/ready to accept connections/);
      return run("psql --tuples-only --no-align -c 'SHOW server_version'", { user: "postgres" });
    },
  },
  {
    document: "docs/database.md",
    what: "the server's role by createuser",
    lines: { from: "createuser", to: "createuser" },
    does: async (machine, script) => {
      await withPassword(machine, script, { user: "postgres", again: /again/ });
      // The next step makes the same role by SQL.
      await machine.run("dropuser countinghouse", { user: "postgres" });
      return "made";
    },
  },
  {
    document: "docs/deploy.md",
    what: "the database and its two roles",
    lines: { from: "CREATE ROLE owner" },
    does: async ({ run }, script) => {
      await run("psql --quiet --set ON_ERROR_STOP=1", {
        user: "postgres",
        input: script.replaceAll("…", PASSWORD),
      });
      return run("psql --tuples-only --no-align -c 'SELECT count(*) FROM pg_roles WHERE rolcanlogin'", {
        user: "postgres",
      });
    },
  },
  {
    document: "docs/operations.md",
    what: ".env from .env.example, and npm run settings:check",
    lines: { from: "cp .env.example", to: "npm run settings:check" },
    does: async ({ run, write, read }, script) => {
      const [copy = "", ...check] = script.split("\n");
      await run(inCheckout(copy), asNewcomer);
      const key = () => run("openssl rand -base64 32");
      const values = {
        PUBLIC_URL: "https://console.example.com",
        DATABASE_URL: SERVER_URL,
        SEALING_KEYS: `k001:${await key()}`,
        INDEX_KEY: await key(),
        AUDIT_KEYS: `a001:${await key()}`,
        CODE_KEY: await key(),
        TOKEN_KEY: await key(),
        BOT_CHECK_KEY: await key(),
        SMTP_URL: "smtps://staff:password@smtp.example.com",
        FILES_DIR: "/opt/newcomer/files",
        BACKUP_KEY: await key(),
        BACKUP_DIR: "/opt/newcomer/backups",
      };
      write(`${CHECKOUT}/.env`, filledExample(read(`${CHECKOUT}/.env`), values));
      write(`${CHECKOUT}/owner.env`, `DATABASE_OWNER_URL=${OWNER_URL}\n`);
      // The file is one that a shell reads as well.
      await run(inCheckout("sh -euc '. ./.env'"));
      const said = await run(inCheckout(check.join("\n")), asNewcomer);
      const complete = said.split("\n").find((line) => line.startsWith("The settings are complete"));
      if (complete === undefined) throw new Error(said);
      return complete;
    },
  },
  {
    document: "docs/operations.md",
    what: "the migrations",
    lines: { from: "npm run migrate", to: "npm run migrate" },
    does: async ({ run }, script) => lastLine(await run(inCheckout(script), asNewcomer)),
  },
  {
    document: "docs/database.md",
    what: "the migrations, with both addresses set",
    lines: { from: "npm run migrate" },
    does: async ({ run }, script) =>
      lastLine(
        await run(inCheckout(script), {
          ...asNewcomer,
          env: { DATABASE_URL: SERVER_URL, DATABASE_OWNER_URL: OWNER_URL },
        }),
      ),
  },
  {
    document: "docs/operations.md",
    what: "the server, out of the checkout",
    lines: { from: "node_modules/.bin/node", to: "node_modules/.bin/node" },
    does: async (machine, script) => {
      const going = await machine.start(`sh -euc '${inCheckout(`exec ${script}`)}'`, asNewcomer);
      running.set("checkout", going);
      await going.says(/"msg":"started"/);
      const page = fetchLine("http://127.0.0.1:3000/").replace("/usr/local/bin/node", "node");
      return (await machine.run(page, asNewcomer)).replaceAll("\n", " ");
    },
  },
  {
    document: "docs/operations.md",
    what: "npm run vendors:check names the mail server that is not there",
    lines: { from: "npm run vendors:check", to: "npm run vendors:check" },
    does: async ({ run }, script) => {
      const said = await run(`{ ${inCheckout(script)}\n} || true`, asNewcomer);
      const line = said.split("\n").find((each) => each.startsWith("not reached SMTP"));
      if (line === undefined) throw new Error(said);
      return line.trim();
    },
  },
  {
    document: "docs/operations.md",
    what: "the first two members of staff, by admin:create",
    lines: { from: "npm run admin:create" },
    does: async (machine, script) => {
      const said = [];
      for (const name of ["sofia", "erin"]) {
        const facts = `--email=${name}@example.com --name=${name}`;
        const line = inCheckout(script.replace("--email=… --name=…", facts));
        said.push(lastLine(await withPassword(machine, line, { user: "newcomer", again: /Repeat/ })));
      }
      return said.join(" ");
    },
  },
  {
    document: "docs/operations.md",
    what: "the server of the checkout ends on SIGTERM",
    does: async () => {
      const code = await running.get("checkout")?.stop();
      running.delete("checkout");
      if (code !== 0) throw new Error(`It ended with ${code}.`);
      return "ended";
    },
  },
];
