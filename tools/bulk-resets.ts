// `npm run bulk-resets`: bulk debits that are reset at a random moment and started again at once, against processors in
// memory whose books are compared in the end. Options: --rounds=N (default 200), --seed=N (default 1).
import { parseArgs } from "node:util";
import { atOwnApi } from "./desk/own-api.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});

await atOwnApi(async (api) => {
  const { playResets } = await import("../packages/api/src/testing/bulk-resets.ts");
  const { rounds, resets, charges, cancelled, inFlight, doubled, lost } = await playResets(api, {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    onRound: (round) => round % 20 === 0 && console.log(`${round} of ${values.rounds}`),
  });
  console.log(`\n${charges} charges, ${cancelled} rows cancelled by a reset, ${inFlight} under way at one`);
  console.log(`${rounds} rounds, ${resets} resets, ${doubled} doubled, ${lost} lost`);
  return doubled + lost === 0;
});
