import { copyTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import type { Surroundings } from "../recovery/environment.ts";
import { createTestApi, type TestApi } from "./harness.ts";
import type { TestProcessors } from "./processors.ts";

/** A backup of an API's database as it is now. */
export const backUp = (api: TestApi): Promise<TestDatabase> =>
  copyTestDatabase({ url: api.database.directUrl, vault: api.vault });

/** A server that is started on a backup, with the journal and the processors of the one it was taken from. */
export const startOn = (
  held: TestDatabase,
  { clock, journal }: Pick<TestApi, "clock" | "journal">,
  { ach, cards }: Pick<TestProcessors, "ach" | "cards">,
  surroundings: Surroundings = { kind: "SANDBOX", address: "this machine" },
): Promise<TestApi> => createTestApi({ on: { held, clock, journal, ports: { ach, cards }, surroundings } });
