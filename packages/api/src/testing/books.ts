import type { Tx } from "@countinghouse/db";
import type { Books } from "../ledger/post.ts";
import type { TestApi } from "./harness.ts";

/** What a test posts with. */
export const processorBooks = (
  tx: Tx,
  { vault, clock }: Pick<TestApi, "vault"> & { clock: Pick<TestApi["clock"], "now"> },
): Books => ({
  tx,
  vault,
  now: clock.now(),
});
