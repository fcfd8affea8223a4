import { ALL_VENDORS, VENDORS, type Vendor } from "@countinghouse/api/vendors-off";
import type { DatabaseAddresses } from "@countinghouse/db/application-role";
import { parseVaultKeys } from "@countinghouse/db/vault";
import type { z } from "zod";
import { FOLDER_SETTINGS, ObjectStorageSettings, S3_SETTINGS } from "./object-storage-settings.ts";
import { whyNotElsewhere, whyNotProduction } from "./production-settings.ts";
import { OWN_SETTINGS } from "./settings/own.ts";
import { withSecretFiles } from "./settings/secret-files.ts";
import { problemSentence } from "./settings/sentences.ts";
import { VENDOR_SETTINGS } from "./settings/vendors.ts";
import { type OtlpSettings, readTracing } from "./tracing/settings.ts";

export { isLoopback } from "./production-settings.ts";

type Source = Record<string, string | undefined>;
type Shape = Record<string, z.ZodType>;
type Values<S extends Shape> = { [Name in keyof S]: z.output<S[Name]> };

/** The settings of each vendor; null when the vendor is off. */
export type VendorEnv = { [V in Vendor]: Values<(typeof VENDOR_SETTINGS)[V]> | null };

export interface Env extends Values<typeof OWN_SETTINGS> {
  objectStorage: ObjectStorageSettings;
  vendors: VendorEnv;
  vaultKeys: ReturnType<typeof parseVaultKeys>;
  /** The settings of tracing; null when tracing is off. */
  tracing: OtlpSettings | null;
}

/**
 * Reads the settings. A vendor without settings is off. Throws one error that names each missing or wrong setting and its
 * correction, without its value.
 */
export function readEnv(given: Source): Env {
  // An empty line of an example file counts as unset.
  const source = Object.fromEntries(
    Object.entries(withSecretFiles(given)).filter(([, value]) => value !== ""),
  );
  const wrong: string[] = [];
  const own = read(source, OWN_SETTINGS, wrong);
  const storageShape = source.OBJECT_STORAGE === "s3" ? S3_SETTINGS : FOLDER_SETTINGS;
  const storage = read(source, storageShape, wrong);
  const vendors = Object.fromEntries(
    ALL_VENDORS.map((vendor) => [vendor, readVendor(source, vendor, wrong)]),
  );
  if (vendors.cards && !vendors.fileTransfer)
    wrong.push(
      "SFTP_HOST is missing. The SFTP server has TabaPay's daily reports: set the SFTP server as well.",
    );
  const all = Object.assign({}, own, storage, ...Object.values(vendors)) as Source;
  wrong.push(...(own.NODE_ENV === "production" ? whyNotProduction(all) : whyNotElsewhere(all)));
  const vaultKeys = readVaultKeys(own, wrong);
  if (wrong.length > 0 || vaultKeys === null)
    throw new Error(["These settings are missing or wrong:", ...wrong.map((line) => `  ${line}`)].join("\n"));
  return {
    ...(own as Values<typeof OWN_SETTINGS>),
    objectStorage: ObjectStorageSettings.parse(storage),
    vendors: vendors as VendorEnv,
    vaultKeys,
    tracing: readTracing(own as Values<typeof OWN_SETTINGS>),
  };
}

/** The addresses of the database and the use of prepared statements. */
export const databaseAddresses = (
  env: Pick<Env, "DATABASE_URL" | "DATABASE_OWNER_URL" | "DATABASE_DIRECT_URL" | "DATABASE_PREPARED">,
): DatabaseAddresses => ({
  url: env.DATABASE_URL,
  ownerUrl: env.DATABASE_OWNER_URL,
  directUrl: env.DATABASE_DIRECT_URL,
  isPrepared: env.DATABASE_PREPARED,
});

/** Returns the valid values, and adds a sentence to `wrong` for each invalid one. */
function read<S extends Shape>(source: Source, shape: S, wrong: string[]): Partial<Values<S>> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const { success, data, error } = schema.safeParse(source[name]);
    if (success) values[name] = data;
    else
      for (const issue of error.issues.slice(0, 1))
        wrong.push(problemSentence(name, schema, source[name] !== undefined, issue));
  }
  return values as Partial<Values<S>>;
}

/** Returns null when no required setting of the vendor is set. Adds to `wrong` when only some are set. */
function readVendor(source: Source, vendor: Vendor, wrong: string[]) {
  const shape: Shape = VENDOR_SETTINGS[vendor];
  const set = namesNeeded(shape).filter((name) => source[name] !== undefined);
  if (set.length === 0) return null;
  const before = wrong.length;
  const values = read(source, shape, wrong);
  if (set.length < namesNeeded(shape).length && wrong.length > before)
    wrong.push(
      `${set.join(", ")}: unset ${set.length === 1 ? "it" : "them"} to turn ${VENDORS[vendor].name} off.`,
    );
  return values;
}

/** Returns the vendors without settings. */
export const vendorsOff = ({ vendors }: Pick<Env, "vendors">): Vendor[] =>
  ALL_VENDORS.filter((vendor) => vendors[vendor] === null);

/** Returns the required settings of a shape. */
const namesNeeded = (shape: Shape): string[] =>
  Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success);

function readVaultKeys(
  {
    SEALING_KEYS,
    INDEX_KEY,
    AUDIT_KEYS,
    CODE_KEY,
  }: Partial<Record<"SEALING_KEYS" | "INDEX_KEY" | "AUDIT_KEYS", string> & { CODE_KEY: string[] }>,
  wrong: string[],
) {
  if (SEALING_KEYS === undefined || INDEX_KEY === undefined || AUDIT_KEYS === undefined) return null;
  try {
    return parseVaultKeys(SEALING_KEYS, INDEX_KEY, AUDIT_KEYS, CODE_KEY?.join(","));
  } catch (error) {
    wrong.push(`SEALING_KEYS, INDEX_KEY, AUDIT_KEYS, CODE_KEY: ${(error as Error).message}`);
    return null;
  }
}
