import { resealJournal } from "@countinghouse/api/keys/journal";
import { countByKey, resealColumns } from "@countinghouse/api/keys/reseal";
import { retireKeys } from "@countinghouse/api/keys/retire";
import { connect } from "@countinghouse/db";
import { readDatabaseEnv, readStorage } from "./database-env.ts";

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * Seals again with the first of SEALING_KEYS what the others sealed, while servers run, and says how many values are left on
 * which key. Ends with 1 while one is needed besides.
 */
async function main(): Promise<number> {
  const { url, vault } = readDatabaseEnv(process.env);
  const storage = readStorage(process.env);
  const now = () => new Date();
  const db = connect(url, { size: 2 });
  try {
    const { resealed, unopened } = await resealColumns({ db, vault, now }, (column, done) =>
      console.log(`${column}: ${count(done)} sealed anew`),
    );
    const values = await countByKey({ db });
    const lines = storage === null ? null : await resealJournal({ storage, vault, now });
    for (const [keyId, number] of Object.entries(lines ?? {})) values[keyId] = (values[keyId] ?? 0) + number;
    console.log(`${count(resealed)} sealed anew, ${count(unopened)} that no key opens`);
    for (const [keyId, number] of Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      console.log(`${keyId}: ${count(number)}`);
    if (lines === null) {
      console.log("The journal of sent payments was not looked at: no setting says where files are kept.");
      return 1;
    }
    const needed = Object.keys(values).filter((keyId) => keyId !== vault.currentSealingKey);
    const retired = await retireKeys({ db, vault }, values);
    if (retired.length > 0) console.log(`Nothing is sealed with ${retired.join(", ")} any more.`);
    if (needed.length > 0)
      console.log(
        `${needed.join(", ")} can not go yet. Lines of the journal of today and yesterday are sealed anew two days from now.`,
      );
    return needed.length === 0 ? 0 : 1;
  } finally {
    await db.close();
  }
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
