import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { z } from "zod";

const require = createRequire(import.meta.url);
const versionSchema = z.object({ version: z.string() });

/**
 * What Plaid's own types, as its SDK declares them, say of these types' values: whether one is valid. Making the schemas
 * takes seconds, so they are kept in the folder for temporary files, by version of SDK and generator.
 */
export async function plaidValidators<Name extends string>(
  names: readonly Name[],
): Promise<Record<Name, ValidateFunction>> {
  const ajv = new Ajv({ strict: false, allErrors: true }).addSchema(await schemas(names), "plaid");
  const validators = names.map((name) => {
    const validate = ajv.getSchema(`plaid#/definitions/${name}`);
    if (!validate) throw new Error(`Plaid declares no ${name}.`);
    return [name, validate] as const;
  });
  return Object.fromEntries(validators) as Record<Name, ValidateFunction>;
}

async function schemas(names: readonly string[]): Promise<object> {
  const sdk = dirname(require.resolve("plaid/package.json"));
  const key = [schemaVersion("plaid"), schemaVersion("ts-json-schema-generator"), ...names].join(" ");
  const folder = join(
    tmpdir(),
    `plaid-schemas-${createHash("sha256").update(key).digest("hex").slice(0, 16)}`,
  );
  const kept = join(folder, "schemas.json");
  if (!existsSync(kept)) {
    mkdirSync(folder, { recursive: true });
    const entry = join(folder, `entry-${process.pid}.ts`);
    const source = JSON.stringify(join(sdk, "dist", "api"));
    writeFileSync(entry, `export type { ${names.join(", ")} } from ${source};\n`);
    const draft = join(folder, `schemas-${process.pid}.json`);
    writeFileSync(draft, JSON.stringify(await generate(entry)));
    renameSync(draft, kept);
  }
  return z.looseObject({}).parse(JSON.parse(readFileSync(kept, "utf8")));
}

async function generate(entry: string): Promise<object> {
  const { createGenerator } = await import("ts-json-schema-generator");
  return createGenerator({ path: entry, type: "*", skipTypeCheck: true, jsDoc: "none" }).createSchema("*");
}

function schemaVersion(name: string): string {
  const manifest = readFileSync(require.resolve(`${name}/package.json`), "utf8");
  return versionSchema.parse(JSON.parse(manifest)).version;
}
