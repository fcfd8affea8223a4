import { PAYMENT_STATES } from "../../packages/validators/src/payments/states.ts";
import { unshownRequirements } from "./asvs-lines.ts";
import { LAYOUT_RULES } from "./layout-rules.ts";
import { listProblems, migrationProblems, newMigrations } from "./migration-rules.ts";
import { plainEnglishProblems } from "./plain-english.ts";
import type { SourceFile } from "./repository-files.ts";
import { isTest } from "./repository-files.ts";
import { missingTexts } from "./specified-texts.ts";

/** Something that must hold for the whole repository; `find` says in sentences where it does not. */
export interface RepositoryRule {
  name: string;
  find(files: readonly SourceFile[]): string[];
}

const LONGEST_FILE = 300;

const isCode = (path: string): boolean => /\.(ts|tsx|mjs|js)$/.test(path);
const isApp = (path: string): boolean => isCode(path) && !isTest(path);

/** `command`, the jobs' own door, and the transactions of the payment engine. */
const DOORS = /^packages\/api\/src\/(command|job-writes|payments\/engine\/(take|record))\.ts$/;
/** Who claims, looks again later, keeps how far it has read, holds the gate, proves the keys at the start, or folds sums that stay what they were. */
const QUEUES =
  /^packages\/api\/src\/(job-writes\.ts|chain\/|retention\/|key-canaries\.ts|keys\/(retire|reindex)\.ts|system\/policy-reports\.ts|outbox\/|processes\/|recovery\/|payments\/reports\/(pull|retry)\.ts|imports\/claim|(portfolio|work)\/kept\.ts|payment-schedules\/paid-on\.ts|institutions\/poll\.ts|businesses\/(poll|refresh)\.ts)/;
/**
 * Who has a connection of its own, past Prisma and every door: tries at signing in, budgets of reading, temporary tables of imports,
 * tokens of vendors, claims and pace of bulk jobs, bells. None of it is money, or a fact about a customer.
 */
const RAW_CONNECTIONS =
  /^(packages\/api\/src\/(auth\/limits|reading|ssn-look-up|import\/(seen|book\/stage)|database-token-store|live\/announce-changes|bulk-jobs\/engine\/(announce|claim|pace))|apps\/server\/src\/(bell|services|write-probe|cli\/shared\/with-staff))\.ts$/;

const STATE = `"(?:${Object.keys(PAYMENT_STATES).join("|")})"(?: as const)?`;
/** Rows of bulk jobs and uploads have states of their own with the same names. */
const isOfPayments = (path: string): boolean =>
  isApp(path) && !/\/(?:bulk-jobs|uploads)\/|\/payments\/states\.ts$/.test(path);

const isConsole = (path: string): boolean => /^apps\/console\/src\/.*\.(tsx?|css)$/.test(path);
const isProduct = (path: string): boolean => isApp(path) && /^(packages\/api|apps\/server)\/src\//.test(path);
const isBeyondDoors = (path: string): boolean => isProduct(path) && !DOORS.test(path);
const isBesideRaw = (path: string): boolean => isProduct(path) && !RAW_CONNECTIONS.test(path);
const isNoQueue = (path: string): boolean => isProduct(path) && !QUEUES.test(path);

const isLocker = (path: string): boolean =>
  isApp(path) &&
  /^(packages\/(api|db)\/src|apps\/server\/src|tools)\//.test(path) &&
  path !== "packages/api/src/locks.ts";
const LOCKS_A_ROW =
  /\bSELECT\b(?:(?!\bFROM\b)[^;`])*\bFROM (?:users|application|user_balance)\b[^;`]*?\bFOR (?:NO KEY UPDATE|UPDATE|SHARE)\b/;

export const REPOSITORY_RULES: readonly RepositoryRule[] = [
  { name: "no folder has more odd lines than its limit", find: plainEnglishProblems },
  lines("no secret stands in the code", (path) => !isTest(path), [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    /\b(AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30,}|xox[abp]-[\w-]{10,}|sk_(live|test)_\w{10,})/,
    // What the sandbox asks for opens nothing, and says so in its name.
    /(password|passwd|secret|api_?key|access_?token)["']?\s*[:=]\s*["'](?!\S*sandbox)[^"'\s${}]{12,}["']/i,
  ]),
  lines("nothing of one machine or one network stands in a file", () => true, [
    /(?<![\w.])\/(work|home|root|Users)\/[\w.-]/,
    /https?:\/\/(?!registry\.npmjs\.org)[\w.-]*(artifactory|nexus|verdaccio|registry)[\w.-]*/i,
  ]),
  lines("nothing goes around the type checker", isCode, [
    /\bas any(?=[\])};,.]|$)/,
    /@ts-(?:ignore|nocheck)/,
    /(?<!\w)<any>/,
  ]),
  lines("no test is left out or left alone", isTest, [
    /\b(?:test|it|describe)\.(?:only|skip|todo|fixme)\(/,
    /\b(?:xit|xdescribe|fit|fdescribe)\(/,
  ]),
  lines("nothing is left for later", isCode, [/\b(?:TODO|FIXME)\b/]),
  lines("services are told the time", (path) => isApp(path) && path.startsWith("packages/api/src/"), [
    /\bnew Date\(\)/,
    /\bDate\.now\(/,
  ]),
  lines("what the API writes goes through a door that leaves an audit event", isBeyondDoors, [
    /\bunsafeTransaction\b/,
  ]),
  lines("nobody else writes by a connection of its own", isBesideRaw, [
    /(?:\.|\{ |, )pool\b(?!:)/,
    /\b(?:pool|client|connection)\.query\b/,
    /\bpg\.(?:Client|Pool)\b/,
  ]),
  lines("which payment states count for what stands in one table", isOfPayments, [
    /\bIN \((?:'[A-Z_]+', ?)*'(?:SENDING|NEEDS_REVIEW|SUBMITTED|SUCCEEDED|SETTLED|RETURNED|CHARGED_BACK)'/,
    new RegExp(`(?:\\b(?:in|notIn): |= |\\bSet\\S*\\()\\[${STATE}, ${STATE}`),
    new RegExp(`\\[${STATE}, ${STATE}[^\\]]*\\]\\.includes\\(`),
    new RegExp(`[!=]== ${STATE} (?:\\|\\||&&) [\\w.]+ [!=]== ${STATE}`),
  ]),
  lines("what leaves no audit event is kept by queues and gates alone", isNoQueue, [/\bcoordinate\(/]),
  {
    name: "a new migration can be applied to large tables while the release before serves",
    find: (files) => [...listProblems(), ...migrationProblems(newMigrations(files))],
  },
  {
    name: "only packages/api/src/locks.ts locks a customer, an application or a balance",
    find: (files) =>
      files
        .filter(({ path, text }) => isLocker(path) && LOCKS_A_ROW.test(text))
        .map(({ path }) => `${path} locks such a row`),
  },
  lines("layers are named in apps/console/src/index.css", isConsole, [/(?<![\w.-])z-(?:\d|\[)/]),
  lines("no column keeps a card's security code", (path) => /\.(prisma|sql)$/.test(path), [
    /\b\w*(cvv|cvc|security_?code)\w*\b/i,
  ]),
  {
    name: `a file has at most ${LONGEST_FILE} lines`,
    find: (files) =>
      files
        .filter(({ path }) => isCode(path) || path.endsWith(".prisma"))
        .filter(({ text }) => lineCount(text) > LONGEST_FILE)
        .map(({ path, text }) => `${path} has ${lineCount(text)}`),
  },
  ...LAYOUT_RULES,
  {
    name: "every route has a page",
    find: (files) => {
      const routing = fileText(files, "apps/console/src/routes.tsx");
      return Object.entries(parseRoutes(fileText(files, "apps/console/src/paths.ts")))
        .filter(([name]) => !new RegExp(`\\broutes\\.${name}\\b`).test(routing))
        .map(([name, path]) => `apps/console/src/routes.tsx has no page for ${path} (${name})`);
    },
  },
  {
    name: "the documents name what exists",
    find: (files) =>
      files
        .filter(({ path }) => path.endsWith(".md"))
        .flatMap(({ path, text }) =>
          citedPaths(text)
            .filter((cited) => !files.some((file) => isCited(file, cited)))
            .map((cited) => `${path} names ${cited}`),
        ),
  },
  { name: "every text of the specifications stands in the product", find: missingTexts },
  {
    name: "each requirement of ASVS is met by what it names, or not for a reason",
    find: unshownRequirements,
  },
  {
    name: "text that goes into a CSV file is no formula",
    find: (files) =>
      files
        .filter(({ path, text }) => isApp(path) && /["']csv-stringify|\.csv\(|\bexportCsv\(/.test(text))
        .filter(({ path, text }) => path.startsWith("packages/api/") && !text.includes("/harmless-text.ts"))
        .map(({ path }) => `${path} writes CSV without packages/api/src/harmless-text.ts`),
  },
  {
    name: "a package's versions come from the catalog",
    find: (files) =>
      files.filter(({ path }) => /^(apps|packages)\/.*package\.json$/.test(path)).flatMap(ownVersions),
  },
  {
    name: "every model has a table in the migrations",
    find: (files) => {
      const migrations = files.filter(({ path }) => path.endsWith("migration.sql")).map(({ text }) => text);
      return files
        .filter(({ path }) => path.endsWith(".prisma"))
        .flatMap(({ path, text }) => schemaTables(text).map((table) => ({ path, table })))
        .filter(
          ({ table }) => !migrations.some((sql) => new RegExp(`CREATE TABLE "?${table}"?\\W`).test(sql)),
        )
        .map(({ path, table }) => `${path}: no migration makes ${table}`);
    },
  },
];

/** A rule that is broken by each line that matches one of the patterns. */
function lines(
  name: string,
  appliesTo: (path: string) => boolean,
  patterns: readonly RegExp[],
): RepositoryRule {
  return {
    name,
    find: (files) =>
      files
        // The patterns themselves, and the samples that prove them, are not offences.
        .filter(({ path }) => appliesTo(path) && !path.startsWith("tools/checks/repository-rules"))
        .flatMap(({ path, text }) =>
          text.split("\n").flatMap((line, index) => {
            const offence = patterns
              .map((pattern) => pattern.exec(line)?.[0])
              .find((match) => match !== undefined);
            return offence === undefined ? [] : [`${path}:${index + 1} has ${offence}`];
          }),
        ),
  };
}

const lineCount = (text: string): number => text.trimEnd().split("\n").length;

const fileText = (files: readonly SourceFile[], path: string): string =>
  files.find((file) => file.path === path)?.text ?? "";

function parseRoutes(paths: string): Record<string, string> {
  const table = /export const routes = \{([\s\S]*?)\n\}/.exec(paths)?.[1] ?? "";
  return Object.fromEntries(
    Array.from(table.matchAll(/(\w+): "([^"]+)"/g), ([, name = "", path = ""]) => [name, path]),
  );
}

/** Paths and file names in backticks, without a trailing slash; patterns with * or … name no single file. */
const citedPaths = (text: string): string[] =>
  Array.from(
    text.matchAll(
      /`((?:apps|packages|tools|e2e|docs)\/[\w./@-]+?|[\w./@-]+\.(?:tsx?|mjs|md|prisma|sql))\/?`/g,
    ),
    ([, path = ""]) => path,
  );

/** A path names a file or a folder; less than that is the end of a file's path. */
const isCited = ({ path }: SourceFile, cited: string): boolean =>
  path === cited || path.startsWith(`${cited}/`) || path.endsWith(`/${cited}`);

function ownVersions({ path, text }: SourceFile): string[] {
  const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  return ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => !/^(catalog:|workspace:\*)$/.test(version))
      .map(([name, version]) => `${path}: ${name} is ${version}`),
  );
}

const schemaTables = (schema: string): string[] =>
  Array.from(
    schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm),
    ([, name = "", body = ""]) => /@@map\("([^"]+)"\)/.exec(body)?.[1] ?? name,
  );
