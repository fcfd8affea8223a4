// `npm run year`: a year of a busy desk of thirty, and then another one, in what is deleted some day, with the nightly job: the
// size of each table afterwards, and whether one of those grows without end. Options: --days=N (default 800),
// --percent=N of the desk (default 100), --quick.
import { parseArgs } from "node:util";
import { atOwnApi } from "./desk/own-api.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: {
    days: { type: "string" },
    percent: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const days = wholeNumber("days", values.days ?? "800", 1);
const share = wholeNumber("percent", values.percent ?? (values.quick ? "1" : "100"), 1) / 100;

await atOwnApi(async (api) => {
  const { growing, liveDays } = await import("../packages/api/src/testing/busy-year.ts");
  const sizes = await liveDays(api, days, share);
  for (const { table, rows, bytes } of sizes)
    if (rows > 0)
      console.log(
        `${table.padEnd(28)}${rows.toLocaleString("en-US").padStart(12)} rows ${(bytes / 1_000_000).toFixed(1).padStart(9)} MB`,
      );
  const found = growing(sizes, share);
  for (const each of found) console.log(each);
  console.log(`\n${days} days, ${found.length} tables grow without end`);
  return found.length === 0;
});
