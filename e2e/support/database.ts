import { connect, type Tx } from "../../packages/db/src/index.ts";
import { surrounding } from "./surroundings.ts";

/** Changes what is stored, under the rules of the database itself: what else only time or a fault would bring about. */
export async function inDatabase<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const database = connect(surrounding("E2E_DATABASE"), { size: 1 });
  try {
    return await database.unsafeTransaction(work);
  } finally {
    await database.close();
  }
}
