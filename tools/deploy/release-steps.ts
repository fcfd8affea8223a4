import type { Machine } from "./machine.ts";
import { CHECKOUT, databaseUrl, fetchLine, lastLine, PASSWORD, running, type Step } from "./step.ts";
import { unitLine } from "./units.ts";

const APP = "/srv/countinghouse";
const CONSOLE = "/etc/countinghouse/console.env";
const OWNER = "/etc/countinghouse/owner.env";
const asServer = { user: "countinghouse" };
/** What the drill of a backup says when it found nothing. */
const NO_FINDINGS = / 0 findings/;

/** What an operator does with a release on a machine without containers. */
export const RELEASE_STEPS: readonly Step[] = [
  {
    document: "docs/deploy.md",
    what: "collect what runs, with its packages",
    lines: { from: "sh deploy/collect.sh" },
    does: async ({ run }, script) => {
      // The checkout's tables go: the release begins with an empty database.
      await run(
        "psql --quiet -c 'DROP DATABASE countinghouse' -c \"CREATE DATABASE countinghouse OWNER owner TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'und'\"",
        { user: "postgres" },
      );
      await run(`cd ${CHECKOUT}\n${script.replaceAll("/path/to/checkout", CHECKOUT)}`, { online: true });
      return run(`du -sh ${APP} | cut -f1 && node --version | sed 's/^/Node /'`);
    },
  },
  {
    document: "docs/deploy.md",
    what: "the two files of settings",
    does: async ({ run, write, read }) => {
      const settings = read(`${CHECKOUT}/.env`).replaceAll("/opt/newcomer/", "/var/lib/countinghouse/");
      write(CONSOLE, settings);
      write(OWNER, read(`${CHECKOUT}/owner.env`));
      await run(`chown root:countinghouse ${CONSOLE} && chmod 640 ${CONSOLE} && chmod 600 ${OWNER}`);
      await run("install -d -o countinghouse /var/lib/countinghouse/backups");
      return `${CONSOLE}, ${OWNER}`;
    },
  },
  unitStep("countinghouse-migrate.service", "the migrations, as the owner"),
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
    document: "docs/deploy.md",
    what: "the commands of the release",
    lines: { from: "npm run settings:check -- /etc" },
    does: async ({ run }, script) => {
      const said = await run(`cd ${APP}\n${script}`, asServer);
      const [backup] = /^\S+: .* rows of .*$/m.exec(said) ?? [];
      if (backup === undefined) throw new Error(said);
      return backup;
    },
  },
  {
    document: "docs/operations.md",
    what: "the first member of staff of the release, by admin:create",
    does: async ({ run }) =>
      run(
        `cd ${APP} && npm run --silent admin:create -- --settings ${CONSOLE} --email=sofia@example.com --name=Sofia --role=SUPERADMIN --password-stdin`,
        { ...asServer, input: PASSWORD },
      ).then(lastLine),
  },
  {
    document: "docs/backup.md",
    what: "backup and drill by cron",
    lines: { from: "MAILTO=" },
    does: async (machine, script) => {
      const own = Array.from(script.matchAll(/^[A-Z]+=.*$/gm), ([setting]) => `export ${setting}`);
      const lines = Array.from(script.matchAll(/^(?:\S+ +){5}(\S+) +(.*)$/gm));
      for (const [, user = "", line = ""] of lines)
        await machine.run(["export PATH=/usr/bin:/bin", ...own, line].join("\n"), { user });
      return `${lines.length} lines, ${await backupsOf(machine)} backups`;
    },
  },
  unitStep("countinghouse-backup.service", "a backup"),
  unitStep("countinghouse-drill.service", "the drill", NO_FINDINGS),
  {
    document: "docs/backup.md",
    what: "backup, drill and list, with settings in the environment",
    lines: { from: "npm run backup  ", to: "npm run restore -- --list" },
    does: async ({ run }, script) => {
      const said = await run(`${settingsOf()}\n${script}`);
      if (!NO_FINDINGS.test(said)) throw new Error(said);
      return said.split("\n").find((line) => NO_FINDINGS.test(line)) ?? "";
    },
  },
  {
    document: "docs/backup.md",
    what: "restore into an empty database",
    lines: { from: "npm run restore  " },
    does: async ({ run }, script) => {
      await run(
        "psql --quiet -c \"CREATE DATABASE second OWNER owner TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'und'\"",
        { user: "postgres" },
      );
      const second = [
        `export DATABASE_URL=${databaseUrl("countinghouse", "second")}`,
        `export DATABASE_OWNER_URL=${databaseUrl("owner", "second")}`,
      ];
      await run([settingsOf(), ...second, script].join("\n"));
      const counted = await run("psql --tuples-only --no-align second -c 'SELECT count(*) FROM admin'", {
        user: "postgres",
      });
      if (counted !== "1") throw new Error(`${counted} members of staff were restored.`);
      return "1 member of staff";
    },
  },
  {
    document: "docs/audit.md",
    what: "audit:verify",
    does: async ({ run }) =>
      lastLine(await run(`cd ${APP} && npm run --silent audit:verify -- --settings ${CONSOLE}`, asServer)),
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

/** What systemd would run for a unit that does one thing and ends. */
function unitStep(unit: string, what: string, says = /./): Step {
  return {
    document: `deploy/systemd/${unit}`,
    what,
    does: async (machine) => {
      const said = await machine.run(unitLine(machine, unit, ""));
      if (!says.test(said)) throw new Error(said);
      return lastLine(said);
    },
  };
}

/** In the folder of the release, with all settings in the environment, as the root of the machine has them. */
const settingsOf = (): string => `cd ${APP} && set -a && . ${CONSOLE} && . ${OWNER} && set +a`;

const backupsOf = ({ run }: Machine): Promise<string> =>
  run("find /var/lib/countinghouse/backups -name '*manifest*' | wc -l");
