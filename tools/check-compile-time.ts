import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { ROOT, repositoryFiles } from "./checks/repository-files.ts";

/** A name that changes on one side, and who must stop compiling for it. */
interface Rename {
  what: string;
  file: string;
  from: string;
  to: string;
  users: { who: string; files: RegExp }[];
}

const RENAMES: readonly Rename[] = [
  {
    what: "a field that a form sends, in its validator",
    file: "packages/validators/src/manual-payments/schemas.ts",
    from: "  amountCents: AmountCents,",
    to: "  renamedCents: AmountCents,",
    users: [
      { who: "the form", files: /^apps\/console\/.*\/(manual-payment-f|confirm-payment)[\w-]*\.tsx$/ },
      { who: "the form's test", files: /^apps\/console\/.*payment[\w-]*\.test\.tsx$/ },
      { who: "the service", files: /^packages\/api\/src\/payments\/record-manual\.ts$/ },
      { who: "the service's test", files: /^packages\/api\/src\/payments\/[\w-]*\.test\.ts$/ },
    ],
  },
  {
    what: "a field of a procedure's answer",
    file: "packages/api/src/users/list.ts",
    from: "    totalRecords,\n",
    to: "    renamedTotal: totalRecords,\n",
    users: [
      { who: "the page", files: /^apps\/console\/src\/pages\/users\/users-page\.tsx$/ },
      { who: "the page's test and its mocks", files: /^apps\/console\/src\/pages\/users\/.*\.test\.tsx$/ },
      { who: "the procedure's test", files: /^packages\/api\/src\/users\/.*\.test\.ts$/ },
    ],
  },
];

const WORKSPACE = ["apps", "packages"].flatMap((group) =>
  readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`),
);

const copy = mkdtempSync(join(tmpdir(), "countinghouse-renamed-"));
try {
  copyTree();
  for (const rename of RENAMES) renameIn(rename);
  prove((await Promise.all([".", "apps/console"].map(filesWithErrors))).flat());
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Renames on one side, in the copy. */
function renameIn({ file, from, to }: Rename): void {
  const path = join(copy, file);
  const original = readFileSync(path, "utf8");
  if (original.split(from).length !== 2) throw new Error(`${file} does not have "${from.trim()}" once.`);
  writeFileSync(path, original.replace(from, to));
}

/** Looks who no longer compiles. No file uses both names, so that each failure has one cause. */
function prove(failing: readonly string[]): void {
  console.log("These no longer compile:");
  for (const name of failing) console.log(`  ${name}`);
  for (const { what, users } of RENAMES)
    for (const { who, files } of users.filter((user) => !failing.some((name) => user.files.test(name)))) {
      console.error(`  BUT, once ${what} is renamed, NOT ${who} (${files.source})`);
      process.exitCode = 1;
    }
}

async function filesWithErrors(project: string): Promise<string[]> {
  const tsc = spawn(
    join(ROOT, "node_modules/.bin/tsc"),
    ["--noEmit", "--checkers", "1", "--pretty", "false"],
    {
      cwd: join(copy, project),
      stdio: ["ignore", "pipe", "inherit"],
      shell: process.platform === "win32",
    },
  );
  let output = "";
  tsc.stdout.on("data", (chunk: Buffer) => (output += chunk));
  await once(tsc, "close");
  const own = Array.from(output.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error/gm), ([, path = ""]) => path);
  return [...new Set(own.filter((path) => !path.startsWith("..")).map((path) => posix.join(project, path)))];
}

/** The sources with the generated client, and packages that find one another in the copy, not in the original. */
function copyTree(): void {
  for (const { path, text } of repositoryFiles()) {
    if (!/^(apps|packages)\/|^[^/]+\.json$/.test(path)) continue;
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  cpSync(join(ROOT, "packages/db/src/generated"), join(copy, "packages/db/src/generated"), {
    recursive: true,
  });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  for (const folder of WORKSPACE) linkDependencies(join(folder, "node_modules"));
}

function linkDependencies(folder: string): void {
  if (!existsSync(join(ROOT, folder))) return;
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of readdirSync(join(ROOT, folder)).filter((entry) => !entry.startsWith("."))) {
    const path = join(folder, name);
    if (name === "@countinghouse") linkWorkspace(path);
    else symlinkSync(realpathSync(join(ROOT, path)), join(copy, path));
  }
}

function linkWorkspace(scope: string): void {
  mkdirSync(join(copy, scope));
  for (const name of readdirSync(join(ROOT, scope))) {
    const home = WORKSPACE.find((folder) => folder.endsWith(`/${name}`));
    if (home) symlinkSync(join(copy, home), join(copy, scope, name));
  }
}
