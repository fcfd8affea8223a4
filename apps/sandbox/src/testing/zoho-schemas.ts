import { existsSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** Zoho's published schemas, which are not part of this repository. */
const BUNDLE = new URL("../../../../../shared/specs/zoho.bundle.json", import.meta.url);

export const hasZohoSchemas = existsSync(BUNDLE);

/** Says what is wrong with a body by one of Zoho's schemas, e.g. "record.Success_Response"; nothing when it is right. */
export function readZohoSchemas(): (name: string, body: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(JSON.parse(readFileSync(BUNDLE, "utf8")), "zoho");
  return (name, body) => {
    const validate = ajv.getSchema(`zoho#/$defs/${name}`);
    if (!validate) throw new Error(`Zoho has no schema ${name}.`);
    return validate(body)
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}
