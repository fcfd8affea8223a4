// A process that changes a user in a transaction and keeps it open until it is told to go on. Tells its parent when it
// holds the row, what became of the transaction, and of another one afterwards. A third word is the address without the
// pooler; IDLE_IN_TRANSACTION_MS says how long it may keep the transaction open.
import { once } from "node:events";
import { WRITE_LIMITS } from "../connection-limits.ts";
import { connect, HeldUpError } from "../index.ts";

const [url = "", userId = "", directUrl] = process.argv.slice(2);
const { IDLE_IN_TRANSACTION_MS } = process.env;
const idleInTransactionMs = Number(IDLE_IN_TRANSACTION_MS ?? WRITE_LIMITS.idleInTransactionMs);
const limits = { ...WRITE_LIMITS, idleInTransactionMs };
const database = connect(url, { size: 1, limits, directUrl, isPrepared: directUrl === undefined });

const rename = (lastname: string, whileHeld: () => Promise<void> = async () => {}) =>
  database
    .unsafeTransaction(async (tx) => {
      const where = { id: Number(userId) };
      await tx.user.update({ where, data: { lastname } });
      await whileHeld();
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

const first = await rename("Held", async () => {
  process.send?.({ isHolding: true });
  await once(process, "message");
});
process.send?.(first);
process.send?.(await rename("Afterwards"));
await database.close();
process.disconnect();
