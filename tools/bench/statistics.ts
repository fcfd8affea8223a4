import { connect } from "../../packages/db/src/index.ts";
import { startBenchStack } from "./stack.ts";
import { makeTransactions, measureStatistics } from "./statistics-measure.ts";
import { tell } from "./tell.ts";

/** The most that is good enough: all statistics against one SQL scan of the transactions. */
const GOAL = 3;

/** Demonstration users, who bring the staff that signs in. */
const DEMONSTRATION_USERS = 100;

/** Computes the statistics of a user with many transactions, prints what came of it and, last, the ratio. */
export async function benchStatistics(options: { transactions: number; rounds: number }): Promise<void> {
  const stack = await startBenchStack({ users: DEMONSTRATION_USERS, keep: false });
  try {
    const database = connect(stack.url, { size: 1 });
    const userId = stack.firstId;
    await makeTransactions(database, userId, options.transactions);
    await database.close();
    const { transactions, rounds } = await measureStatistics(stack.url, stack.api, {
      userId,
      rounds: options.rounds,
    });
    console.log(
      `\n${transactions.toLocaleString("en-US")} transactions of one user: bankStatistics.get over HTTP, and one SQL scan of the same rows.`,
      "\n\nscan ms   statistics ms   ratio",
    );
    for (const { scanMs, statisticsMs, ratio } of rounds)
      console.log(
        `${scanMs.toFixed(0).padStart(7)}   ${statisticsMs.toFixed(0).padStart(13)}   ${ratio.toFixed(2)}`,
      );
    const ratios = rounds.map(({ ratio }) => ratio).toSorted((one, other) => one - other);
    const middle = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN;
    tell({
      work: `all statistics of ${transactions.toLocaleString("en-US")} transactions`,
      unit: "times one scan",
      reached: middle,
      goal: { atMost: GOAL },
    });
    console.log(
      `\nmedian ratio ${middle.toFixed(2)}, goal ${GOAL.toFixed(2)} ${middle <= GOAL ? "reached" : "MISSED"}\nratio ${middle.toFixed(2)}`,
    );
  } finally {
    await stack.stop();
  }
}
