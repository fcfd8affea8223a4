// `npm run tool -- NAME`: runs one of the tools below with the options after its name. Without a name: lists them.
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
    await import(file);
    return;
  }
  console.log(Object.keys(TOOLS).join("\n"));
  if (name === undefined) return;
  console.error(`\nName one of these tools, not ${name}.`);
  process.exitCode = 1;
}
