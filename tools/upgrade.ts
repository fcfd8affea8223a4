// `npm run tool -- upgrade`: the last release with a database of its own, filled and busy, is upgraded to what stands here while it
// serves; then it drains, and is gone back to. Options: --from=REF (the last release; else the newest tag, or the commit at which
// the newest version of CHANGELOG.md got its heading), --users=N (default 1000), --callers=N (default 6), --seconds=N of each
// stage (default 15), --quick (the smallest size that shows it), --tests=PATH,PATH (also runs these tests of the last release over
// the tables of this one: every door by which it writes there).
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "./stack/build.ts";
import { wholeNumber } from "./stack/whole-number.ts";
import { checkOut, findLastRelease, type Release } from "./upgrade/release.ts";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    users: { type: "string" },
    callers: { type: "string" },
    seconds: { type: "string" },
    quick: { type: "boolean", default: false },
    tests: { type: "string" },
  },
});
const size = (name: "users" | "callers" | "seconds", usual: number, quick: number): number =>
  wholeNumber(name, values[name] ?? String(values.quick ? quick : usual), 1);

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();

async function main(): Promise<number> {
  const found = await findLastRelease(values.from);
  if (typeof found === "string") {
    console.log(`${found} Nothing was tried: say which commit it is with --from=REF.`);
    return values.from === undefined ? 0 : 1;
  }
  if (!existsSync(new URL("../packages/db/src/generated", import.meta.url))) {
    const generated = await build(["generate"]);
    if (!generated.ok) throw new Error(generated.output);
  }
  const { playUpgrade } = await import("./upgrade/play.ts");
  const { describeUpgrade } = await import("./upgrade/words.ts");
  console.log(`Taking ${found.name} (${found.commit.slice(0, 8)}) out of the history, and installing it`);
  const release = await checkOut(found);
  try {
    const report = await playUpgrade(release, {
      users: size("users", 1_000, 400),
      callers: size("callers", 6, 3),
      seconds: size("seconds", 15, 3),
      say: console.log,
    });
    const { problems, lines } = describeUpgrade(report);
    for (const problem of problems) console.log(problem);
    const over = values.tests === undefined ? null : await tryTests(release, values.tests.split(","));
    console.log(`\n${lines.join("\n")}`);
    return problems.length === 0 && over !== false ? 0 : 1;
  } finally {
    release.remove();
  }
}

async function tryTests(release: Release, paths: string[]): Promise<boolean> {
  const { runTestsOver } = await import("./upgrade/tests-over.ts");
  console.log(`Running tests of ${release.name} over the new tables`);
  const { passed, failed } = await runTestsOver(release, paths);
  for (const name of failed) console.log(`fails over the new tables: ${name}`);
  console.log(`${passed} tests of the last release passed over the new tables, ${failed.length} failed`);
  return failed.length === 0 && passed > 0;
}
