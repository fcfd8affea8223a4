// npm run tool -- NAME runs one of the tools with the options after its name, or prints its usage text with --help.
// Without a name: lists the tools.
import { fileURLToPath } from "node:url";
import { asksForHelp, usageOf } from "./usage.mjs";

/** The file of each tool. */
export const TOOLS: Readonly<Record<string, string>> = {
  cluster: "./cluster.ts",
  deploy: "./deploy.ts",
  deps: "./deps.ts",
  figures: "./figures.ts",
  format: "./format.ts",
  guide: "../e2e/guide/take-pictures.ts",
  image: "./image.ts",
  looks: "../e2e/looks/look.ts",
  sbom: "./sbom.ts",
  settings: "./settings.ts",
  upgrade: "./upgrade.ts",
};

if (import.meta.main) await main();

async function main(): Promise<void> {
  // The tool reads the options that are left.
  const [name] = process.argv.splice(2, 1);
  const file = TOOLS[name ?? ""];
  if (file !== undefined) {
    if (asksForHelp(process.argv.slice(2)))
      console.log(usageOf(fileURLToPath(new URL(file, import.meta.url))));
    else await import(file);
    return;
  }
  console.log(Object.keys(TOOLS).join("\n"));
  if (name === undefined) return;
  console.error(`\nName one of these tools, not ${name}.`);
  process.exitCode = 1;
}
