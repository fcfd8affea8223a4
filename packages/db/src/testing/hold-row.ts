// A process that changes a user in a transaction and keeps it open until it is told to go on. Tells its parent when it
// holds the row, what became of the transaction, and of another one afterwards. A third word is the address without the
// pooler. IDLE_IN_TRANSACTION_MS limits how long it may keep the transaction open once it holds the row.
import { once } from "node:events";
import { WRITE_LIMITS } from "../connection-limits.ts";
import { connect, HeldUpError, type Tx } from "../index.ts";

const [url = "", userId = "", directUrl] = process.argv.slice(2);
const { IDLE_IN_TRANSACTION_MS = String(WRITE_LIMITS.idleInTransactionMs) } = process.env;
const database = connect(url, {
  size: 1,
  limits: WRITE_LIMITS,
  directUrl,
  isPrepared: directUrl === undefined,
});

const rename = (lastname: string, whileHeld: (tx: Tx) => Promise<void> = async () => {}) =>
  database
    .unsafeTransaction(async (tx) => {
      const where = { id: Number(userId) };
      await tx.user.update({ where, data: { lastname } });
      await whileHeld(tx);
      await tx.user.update({ where, data: { city: lastname } });
    })
    .then(
      () => ({ isCommitted: true, isHeldUp: false, error: "" }),
      (error: unknown) => ({
        isCommitted: false,
        isHeldUp: error instanceof HeldUpError,
        error: String(error),
      }),
    );

const first = await rename("Held", async (tx) => {
  await tx.$executeRaw`SELECT set_config('idle_in_transaction_session_timeout', ${IDLE_IN_TRANSACTION_MS}, true)`;
  process.send?.({ isHolding: true });
  await once(process, "message");
});
process.send?.(first);
process.send?.(await rename("Afterwards"));
await database.close();
process.disconnect();
