// `npm run tool -- sbom`: the bill of materials (CycloneDX 1.6, JSON) of what runs in production, on stdout. Options: --out=FILE, and
// --all for what is only built and tested with, too. Fails where a licence is not on the list (tools/sbom/licences.ts).
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readComponents } from "./sbom/components.ts";
import { cycloneDx } from "./sbom/cyclonedx.ts";
import { isAllowed } from "./sbom/licences.ts";

const { values } = parseArgs({
  options: { out: { type: "string" }, all: { type: "boolean", default: false } },
});
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const components = await readComponents({ production: !values.all });
const text = `${JSON.stringify(cycloneDx(version, components), null, 2)}\n`;
if (values.out === undefined) process.stdout.write(text);
else writeFileSync(values.out, text);
const refused = components.filter(({ licence }) => !isAllowed(licence));
for (const { name, version: of, licence } of refused)
  console.error(`${name} ${of} has the licence ${licence}, which is not on the list.`);
console.error(`${components.length} packages, ${refused.length} with a licence that is not on the list`);
process.exitCode = refused.length === 0 ? 0 : 1;
