import { addFailedWrite, type FailedWrite } from "../../packages/api/src/testing/ledger-writes.ts";
import { connect } from "../../packages/db/src/index.ts";
import { createVault, parseVaultKeys } from "../../packages/db/src/vault.ts";
import { surrounding } from "./surroundings.ts";

/** Takes away the failures there are, and has these writes to the ledger sheet end in failure. Returns their ids. */
export async function failLedgerWrites(writes: readonly FailedWrite[]): Promise<string[]> {
  const vault = createVault(
    parseVaultKeys(
      surrounding("E2E_SEALING_KEYS"),
      surrounding("E2E_INDEX_KEY"),
      surrounding("E2E_AUDIT_KEYS"),
    ),
  );
  const database = connect(surrounding("E2E_DATABASE"), { size: 1 });
  try {
    await deleteFailures(database);
    const ids: string[] = [];
    for (const write of writes)
      ids.push((await addFailedWrite({ database, vault, clock: { now: () => new Date() } }, write)).id);
    return ids;
  } finally {
    await database.close();
  }
}

const deleteFailures = (database: ReturnType<typeof connect>) =>
  database.unsafeTransaction((tx) =>
    tx.outboxMessage.updateMany({
      where: { topic: "LEDGER_SHEET", state: "FAILED", deletedAt: null },
      data: { deletedAt: new Date() },
    }),
  );
