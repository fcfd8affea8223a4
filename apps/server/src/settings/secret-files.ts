import { readFileSync } from "node:fs";
import { FOLDER_SETTINGS, S3_SETTINGS } from "../object-storage-settings.ts";
import { OWN_SETTINGS } from "./own.ts";
import { VENDOR_SETTINGS } from "./vendors.ts";

type Source = Record<string, string | undefined>;

/** Of the commands that copy and restore. */
const BACKUP_SETTINGS = ["BACKUP_KEY", "BACKUP_DIR", "BACKUP_BUCKET"];

const NAMES = new Set(
  [OWN_SETTINGS, FOLDER_SETTINGS, S3_SETTINGS, ...Object.values(VENDOR_SETTINGS)]
    .flatMap((shape) => Object.keys(shape))
    .concat(BACKUP_SETTINGS),
);

/** What a setting is called whose value stands in a file, as vaults and orchestrators mount it: SEALING_KEYS_FILE. */
const FILE_END = "_FILE";

/**
 * The settings with the values of those that name a file in their place, without the line end behind it, and without the quotes
 * that container tools leave around the values of a file of settings. Throws in a sentence,
 * without a value, for a file that can not be read or is empty, and where a setting stands in both with different values.
 */
export function withSecretFiles(source: Source): Source {
  const values = Object.fromEntries(
    Object.entries(source).map(([name, value]) => [name, value?.replace(/^"(.*)"$/, "$1")]),
  );
  for (const [name, file] of Object.entries(values)) {
    if (!name.endsWith(FILE_END) || file === undefined || file === "" || NAMES.has(name)) continue;
    const setting = name.slice(0, -FILE_END.length);
    if (!NAMES.has(setting)) continue;
    const value = readSecret(name, file);
    const given = values[setting];
    if (given !== undefined && given !== "" && given !== value)
      throw new Error(`${setting} and ${name} are both set, and differ. Unset one of them.`);
    values[setting] = value;
  }
  return values;
}

function readSecret(name: string, file: string): string {
  let value: string;
  try {
    value = readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new Error(`${name}: the file ${file} can not be read (${code}).`, { cause: error });
  }
  if (value === "") throw new Error(`${name}: the file ${file} is empty.`);
  return value;
}
