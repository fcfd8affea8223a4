import { resealJournal } from "@countinghouse/api/keys/journal";
import { countByKey, resealColumns } from "@countinghouse/api/keys/reseal";
import { retireKeys } from "@countinghouse/api/keys/retire";
import { connect } from "@countinghouse/db";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseEnv, readStorage } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: `Seals all values with the first key of SEALING_KEYS, while servers run, and counts the values on each key.

  npm run keys:reseal

Exits with 1 while another key is still needed.`,
  database: "DATABASE_URL",
  run: async ({ env, out }) => {
    const { url, vault } = readDatabaseEnv(env);
    const storage = readStorage(env);
    const now = () => new Date();
    const db = connect(url, { size: 2 });
    try {
      const { resealed, unopened } = await resealColumns({ db, vault, now }, (column, done) =>
        out(`${column}: ${count(done)} sealed again`),
      );
      const values = await countByKey({ db });
      const lines = storage === null ? null : await resealJournal({ storage, vault, now });
      for (const [keyId, number] of Object.entries(lines ?? {}))
        values[keyId] = (values[keyId] ?? 0) + number;
      out(`${count(resealed)} values sealed again, ${count(unopened)} values that no key opens`);
      for (const [keyId, number] of Object.entries(values).toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      ))
        out(`${keyId}: ${count(number)}`);
      if (lines === null) {
        out("The journal of sent payments was not checked. Set FILES_DIR or the bucket of the files.");
        return 1;
      }
      const needed = Object.keys(values).filter((keyId) => keyId !== vault.currentSealingKey);
      const retired = await retireKeys({ db, vault }, values);
      if (retired.length > 0) out(`No value is sealed with ${retired.join(", ")} any more.`);
      if (needed.length > 0)
        out(
          `Still needed: ${needed.join(", ")}. Run this command again in two days to seal the journal of today and yesterday.`,
        );
      return needed.length === 0 ? 0 : 1;
    } finally {
      await db.close();
    }
  },
};

if (import.meta.main) await startCommand(command);
