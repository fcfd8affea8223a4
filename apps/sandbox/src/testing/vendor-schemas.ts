import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";

/** The vendors whose published schemas of answers we hold, and those of requests (`apps/sandbox/schemas`). */
type Described = "middesk" | "zoho" | "requests";

const bundleUrl = (vendor: Described): URL => new URL(`../../schemas/${vendor}.bundle.json`, import.meta.url);

/** Says what is wrong with a body by one of the vendor's schemas, e.g. "type__Lien"; nothing when it is right. */
export function readSchemas(vendor: Described): (name: string, body: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(JSON.parse(readFileSync(bundleUrl(vendor), "utf8")), vendor);
  return (name, body) => {
    const validate = ajv.getSchema(`${vendor}#/$defs/${name}`);
    if (!validate) throw new Error(`${vendor} has no schema ${name}.`);
    return validate(body)
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}
