// `npm run refusals`: bad amounts in the forms and at the API, and guesses of the passcodes, through two servers over
// HTTP. Options: --guesses=N at once by one admin for each rail (default 32).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { atDesk } from "./desk/desk.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({ options: { guesses: { type: "string", default: "32" } } });
const atOnce = wholeNumber("guesses", values.guesses, 1);

await atDesk(async ({ desk, logDir }) => {
  const { ALL_BAD_AMOUNTS, playBadAmounts } = await import("../packages/api/src/testing/bad-amounts.ts");
  const { playGuesses, WRONG_CODES } = await import("../packages/api/src/testing/guesses.ts");
  const money = await playBadAmounts(desk, ALL_BAD_AMOUNTS);
  console.log(
    `${ALL_BAD_AMOUNTS.length} bad amounts, each in ${money.amounts / ALL_BAD_AMOUNTS.length} forms`,
  );
  const codes = await playGuesses(desk, { atOnce, codes: WRONG_CODES, elsewhere: () => readLines(logDir) });
  const problems = [...money.problems, ...codes.problems];
  for (const problem of problems) console.log(problem);
  console.log(
    `\n${[
      `${money.amounts} bad amounts, ${money.refused} refused by form and API`,
      `${codes.wrong} wrong passcodes, ${codes.answers} answers for 2 rails`,
      `${codes.atOnce} guesses at once, ${codes.tried} tried`,
      `${codes.locked} more once locked, ${codes.letThrough} let through`,
    ].join("; ")}`,
  );
  return problems.length === 0;
});

/** What the servers wrote. */
function readLines(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.startsWith("server"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}
