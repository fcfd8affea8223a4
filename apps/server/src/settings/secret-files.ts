import { readFileSync } from "node:fs";
import { FOLDER_SETTINGS, S3_SETTINGS } from "../object-storage-settings.ts";
import { OWN_SETTINGS } from "./own.ts";
import { VENDOR_SETTINGS } from "./vendors.ts";

type Source = Record<string, string | undefined>;

/** The settings of the backup and restore commands. */
const BACKUP_SETTINGS = ["BACKUP_KEY", "BACKUP_DIR", "BACKUP_BUCKET"];

const NAMES = new Set(
  [OWN_SETTINGS, FOLDER_SETTINGS, S3_SETTINGS, ...Object.values(VENDOR_SETTINGS)]
    .flatMap((shape) => Object.keys(shape))
    .concat(BACKUP_SETTINGS),
);

/** The end of a name whose value is a path, as vaults and orchestrators mount secrets: SEALING_KEYS_FILE. */
const FILE_END = "_FILE";

/**
 * Replaces each NAME_FILE by the content of the file, without the final line end. Removes the quotes that container tools leave
 * around values. Throws, without a value in the message, when a file is unreadable or empty, or when NAME and NAME_FILE differ.
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
      throw new Error(`${setting} and ${name} are both set, with different values. Unset one of them.`);
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
    throw new Error(`${name}: the file ${file} cannot be read (${code}).`, { cause: error });
  }
  if (value === "") throw new Error(`${name}: the file ${file} is empty.`);
  return value;
}
