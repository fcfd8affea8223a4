// `npm run tool -- figures`: how the house is built, in figures. Options: --root=FOLDER (of another checkout of it).
import { parseArgs } from "node:util";
import { ROOT, repositoryFiles } from "./checks/repository-files.ts";
import { houseFigures, packageSizes } from "./figures/house-figures.ts";

const { values } = parseArgs({ options: { root: { type: "string", default: ROOT } } });
const files = repositoryFiles(values.root);
const columns = ["files", "lines", "tests", "median", "p95", "<= 25"] as const;
console.log(`${"".padEnd(22)}${columns.map((name) => name.padStart(9)).join("")}`);
for (const { home, files: count, lines, testLines, median, p95, shortShare } of packageSizes(files)) {
  const cells = [count, lines, testLines, median, p95, `${Math.round(100 * shortShare)} %`];
  console.log(`${home.padEnd(22)}${cells.map((cell) => cell.toLocaleString("en-US").padStart(9)).join("")}`);
}
console.log();
for (const [name, figure] of Object.entries(houseFigures(files))) console.log(`${name.padEnd(58)}${figure}`);
