import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { atDesk } from "../desk/desk.ts";
import type { ProofRun } from "./proof-run.ts";

/** Guesses of one admin at once, for each rail. */
const GUESSES = 8;

/** Sends bad amounts to the forms and the API, and guesses of the passcodes, through two servers over HTTP. */
export const run = ({ scale }: ProofRun): Promise<void> =>
  atDesk(async ({ desk, logDir }) => {
    const { ALL_BAD_AMOUNTS, playBadAmounts } = await import("../../packages/api/src/testing/bad-amounts.ts");
    const { playGuesses, WRONG_CODES } = await import("../../packages/api/src/testing/guesses.ts");
    const money = await playBadAmounts(desk, ALL_BAD_AMOUNTS);
    console.log(
      `${ALL_BAD_AMOUNTS.length} bad amounts, each in ${money.amounts / ALL_BAD_AMOUNTS.length} forms`,
    );
    const codes = await playGuesses(desk, {
      atOnce: GUESSES * scale,
      codes: WRONG_CODES,
      elsewhere: () => readLines(logDir),
    });
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

/** The log lines of the servers. */
function readLines(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name.startsWith("server"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}
