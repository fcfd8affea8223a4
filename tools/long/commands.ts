/** A command as a person types it, at the smallest size that shows that it works. */
export interface CommandRun {
  command: string;
  /** What stands in its output. */
  says: RegExp;
  /** With which code it ends; 0 without it. */
  code?: number;
}

const NOTHING_WRONG = /\b0 doubled, 0 lost\b/;

/** The commands that `npm run test:all` runs (`commands.long.test.ts`), two at a time. */
export const COMMANDS: readonly CommandRun[] = [
  { command: "npm run check -- --only=rules", says: /3 passed, 0 failed$/ },
  {
    command: "npm run check:rules -- --lower",
    says: /no folder has more odd lines than its limit”: none/,
  },
  {
    command: "npm run test:busy -- --times=1 --only=rules",
    says: /3 passed, 0 failed\n[\s\S]*1 of 1 runs passed\.$/,
  },
  {
    command: "npm run tool -- guide --only=sign-in --out=test-results/guide --quick",
    says: /sign-in: \d+ bytes/,
  },
  {
    command: "npm run tool -- guide --check --only=users,sign-in --quick",
    says: /2 screens are as on their pictures/,
  },
  { command: "npm run tool -- looks --only=bank-status --quick", says: /1 screens, 0 findings$/ },
  { command: "npm run tool -- looks --pictures --only=sign-in --quick", says: /1 screens, 0 findings$/ },
  { command: "npm run tool -- figures", says: /useEffect per 1,000 lines/ },
  { command: "npm run tool -- format tools/format.ts", says: /Checked 1 file/ },
  { command: "npm run tool", says: /^cluster\n[\s\S]*upgrade$/ },
  { command: "npm run proof", says: /^attack +\w[\s\S]*\nyear +\w/ },
  { command: "npm run proof -- sim", says: /1000 schedules, 0 broken invariants:/ },
  {
    command: "npm run proof -- sim --stalls",
    says: /1000 schedules, 0 broken invariants \(with --stalls\):/,
  },
  {
    command: "npm run proof -- ledger-properties",
    says: /1000 operations, 0 broken\n100 histories of instalments, 0 broken$/,
  },
  {
    command: "npm run proof -- sums",
    says: /100 operations, \d+ of them refused; 1 comparison\(s\), 0 differences$/,
  },
  { command: "npm run proof -- bulk-resets", says: /4 rounds, \d+ resets, 0 doubled, 0 lost$/ },
  { command: "npm run proof -- races", says: /20 presses, 1 call .* 0 sent after$/ },
  {
    command: "npm run tool -- sbom --out=/dev/null",
    says: /packages, 0 with a licence that is not on the list$/,
  },
  {
    command: "npm run tool -- sbom --all --out=/dev/null",
    says: /packages, 0 with a licence that is not on the list$/,
  },
  {
    command: "npm run proof -- day",
    says: /0 wait, 0 differences, end state [0-9a-f]{64}\n[\s\S]*0 wait, 0 differences, end state [0-9a-f]{64}$/,
  },
  { command: "npm run proof -- tampering", says: /40 manipulations, 40 found$/ },
  { command: "npm run proof -- attack", says: /ratio \d+\.\d+, goal 3$/ },
  { command: "npm run proof -- flood", says: /worst \d+\.\d+, \d+ above 3; 0 calls refused$/ },
  { command: "npm run proof -- fuzz", says: /calls, 0 answered with 5xx/ },
  { command: "npm run proof -- year", says: /0 tables grow without end$/ },
  { command: "npm run proof -- refusals", says: /0 let through$/ },
  {
    // To itself: there is nothing to migrate, and from the last release it takes minutes (upgrade.system.test.ts).
    command: "npm run tool -- upgrade --quick --from=HEAD --users=300 --callers=1 --seconds=1",
    says: /, 0 failed calls$/,
  },
  { command: "npm run storm -- --slow --quick", says: NOTHING_WRONG },
  { command: "npm run storm -- --freeze --quick", says: NOTHING_WRONG },
  { command: "npm run storm -- --restore --quick", says: NOTHING_WRONG },
  { command: "npm run storm -- --bulk --payments=12 --kills=1 --restarts=1 --quick", says: NOTHING_WRONG },
  {
    command: "npm run storm -- --bulk --approvals --payments=12 --kills=1 --restarts=1 --quick",
    says: NOTHING_WRONG,
  },
  {
    command: "STORM_PLANT_DOUBLE=1 npm run storm -- --payments=12 --kills=1 --restarts=0 --quick",
    says: /\b1 doubled\b/,
    code: 1,
  },
  { command: "STORM_PLANT_DOUBLE=1 npm run storm -- --slow --quick", says: /\b1 doubled\b/, code: 1 },
  {
    command: "STORM_PLANT_DOUBLE=1 npm run storm -- --bulk --payments=12 --kills=1 --restarts=0 --quick",
    says: /\b1 doubled\b/,
    code: 1,
  },
  { command: "npm run bench -- --quick", says: /every goal reached|goals missed/ },
  { command: "npm run bench -- connections --quick", says: /every goal reached|goals missed/ },
  { command: "npm run bench -- csv --quick", says: /ratio \d/ },
  { command: "npm run bench -- customer --quick", says: /ratio \d/ },
  { command: "npm run bench -- statistics --quick", says: /ratio \d/ },
  { command: "npm run bench -- plans --quick", says: /\d+ scans of all users/ },
  { command: "npm run bench -- work --quick", says: /ms a look/ },
  {
    command: "npm run bench -- overview --quick",
    says: /the whole page: [\d.]+ ms a look[\s\S]*by an index of their days alone: [\d.]+ ms a look/,
  },
  { command: "npm run bench -- bulk --quick", says: /ratio \d/ },
  { command: "npm run bench -- rows --quick", says: /ratio \d/ },
  { command: "npm run bench -- browser --quick", says: /customers in a row[\s\S]*goal/ },
  { command: "npm run bench -- table --quick --only=statistics", says: /Commit [\s\S]*\| statistics \|/ },
  { command: "npm run bench -- curve --quick", says: /workers +rows\/s[\s\S]*\n +4 / },
  { command: "npm run bench -- writes --quick", says: /ratio \d/ },
  { command: "npm run bench -- wake --quick", says: /\d ms/ },
  { command: "npm run bench -- traces --quick", says: /more CPU/ },
  { command: "npm run bench -- adapter --quick", says: /goal \d+ %/ },
  { command: "npm run bench -- import --quick", says: /to the cent/ },
  { command: "npm run bench -- live --quick", says: /rows ended in sight/ },
];

/** What other tests run, and which. */
export const RUN_ELSEWHERE: Readonly<Record<string, string>> = {
  "npm test": "itself",
  "npm run import -- --update": "apps/server/src/cli/import.slow.test.ts",
  ...Object.fromEntries(
    ["backup -- --keep", "restore", "restore -- --list", "restore -- --no-files"].map((command) => [
      `npm run ${command}`,
      "apps/server/src/cli/backup.slow.test.ts",
    ]),
  ),
  "npm run keys:reindex": "apps/server/src/cli/keys-reindex.test.ts",
  ...Object.fromEntries(
    ["npm run tool -- cluster", "npm run storm -- --cluster"].map((command) => [
      command,
      "tools/cluster/cluster.system.test.ts",
    ]),
  ),
  "npm run tool -- image": "tools/image/image.system.test.ts",
  "npm run tool -- deploy": "tools/deploy/deploy.system.test.ts",
  "npm run tool -- guide --check": "the command with --only",
  "npm run bench -- rivals": "nobody: what it compares with is fetched from a network",
  "npm run keys:reseal": "apps/server/src/cli/keys-reseal.test.ts",
  "npm run settings:check": "apps/server/src/cli/settings-check.test.ts",
  "npm run settings:check -- --reach": "apps/server/src/cli/settings-check.test.ts",
  "npm run tool -- deps": "tools/deps/deps.long.test.ts",
  "npm run packet:verify": "apps/server/src/cli/packet-verify.test.ts",
  "npm run migrate": "apps/server/src/cli/migrate.test.ts",
  "npm run tool -- settings": "apps/server/src/settings/documents.test.ts",
  "npm run test:all": "itself",
  ...Object.fromEntries(
    ["types", "format", "lint", "rules", "unused"].map((name) => [`npm run check:${name}`, "npm run check"]),
  ),
  "npm run storm": "tools/stages/storm.ts",
  "node apps/server/src/main.ts": "apps/server/src/main.long.test.ts",
  ...Object.fromEntries(
    [
      "list",
      "invite",
      "change",
      "disable",
      "enable",
      "reset",
      "end-sessions",
      "unlock",
      "remove-factors",
      "raise-budget",
    ].map((verb) => [`npm run admin -- ${verb}`, "apps/server/src/cli/admin.slow.test.ts"]),
  ),
  ...Object.fromEntries(
    ["--dry-run", "--documents"].map((option) => [
      `npm run import -- ${option}`,
      "apps/server/src/cli/import.slow.test.ts",
    ]),
  ),
  ...Object.fromEntries(
    ["--columns", "--help", "--templates"].map((option) => [
      `npm run import -- ${option}`,
      "apps/server/src/cli/shared/import-options.test.ts",
    ]),
  ),
  ...Object.fromEntries(
    [
      "npm start",
      "npm run dev",
      "npm run import",
      "npm run export",
      "npm run seed",
      "npm run admin:create",
      "npm run audit:verify",
      "npm run backup",
      "npm run restore:drill",
      "npm run recovery",
      "npm run vendors:check",
      "npm run recovery -- --book",
      "npm run recovery -- --confirm",
      "npm run recovery -- --release",
    ].map((command) => [command, "tools/long/start.long.test.ts"]),
  ),
  "npm run recovery -- --clock": "apps/server/src/cli/recovery.slow.test.ts",
};
