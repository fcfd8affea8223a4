import { readFileSync } from "node:fs";

/** Whether the words of a command ask for its usage text. */
export function asksForHelp(words) {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).some((word) => word === "--help" || word === "-h");
}

/** The usage text of a script: the comment at its top. Throws an error when the file starts with something else. */
export function usageOf(file) {
  const lines = readFileSync(file, "utf8").split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  if (end <= 0) throw new Error(`${file} does not start with its usage text.`);
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^\/\/ ?/, "").replaceAll("`", ""))
    .join("\n");
}
