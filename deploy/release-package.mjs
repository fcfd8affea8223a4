// Prints the package.json of a release: the commands of the server under the same names, without the tools of a checkout.
//   node deploy/release-package.mjs > FOLDER/package.json
import { readFileSync } from "node:fs";

const { scripts, ...facts } = JSON.parse(readFileSync("package.json", "utf8"));
const commands = Object.entries(scripts).flatMap(([name, script]) => {
  const file = /tools\/cli\.ts ([a-z-]+)/.exec(script)?.[1];
  return file === undefined ? [] : [[name, `node apps/server/src/cli/${file}.ts`]];
});
const release = {
  ...facts,
  engines: { node: ">=24" },
  scripts: { start: "node apps/server/src/main.ts", ...Object.fromEntries(commands) },
};
console.log(JSON.stringify(release, null, 2));
