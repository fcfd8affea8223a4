import type { SourceFile } from "./repository-files.ts";

const DOCUMENT = "docs/asvs.md";
/** Of levels 1 and 2, without the chapters of OAuth and WebRTC. */
const REQUIREMENTS = 217;

/** Where the list of ASVS has another number of lines, repeats one, or a line shows nothing and gives no reason. */
export function unshownRequirements(files: readonly SourceFile[]): string[] {
  const text = files.find(({ path }) => path === DOCUMENT)?.text ?? "";
  const rows = [...text.matchAll(/^\| (V\d+\.\d+\.\d+) \| [^|]+ \| ([^|]+) \| (.*) \|$/gm)];
  const ids = rows.map(([, id]) => id);
  const states = ["met", "not", "n/a"].map((state) => [state, rows.filter(([, , s]) => s === state).length]);
  const said = `${states[0]?.[1]} met, ${states[1]?.[1]} not, ${states[2]?.[1]} not applicable.`;
  return [
    ...(new Set(ids).size === REQUIREMENTS && ids.length === REQUIREMENTS
      ? []
      : [`${DOCUMENT} has ${ids.length} lines of ${REQUIREMENTS}`]),
    ...(text.includes(`\n${said}\n`) ? [] : [`${DOCUMENT} does not say: ${said}`]),
    ...rows.flatMap(([, id = "", state = "", shown = ""]) => {
      if (state !== "met" && state !== "not" && state !== "n/a")
        return [`${DOCUMENT}: ${id} is neither met nor not`];
      if (shown.trim() === "") return [`${DOCUMENT}: ${id} gives no reason`];
      return state === "met" && !/`[\w./-]+\.\w+`/.test(shown) ? [`${DOCUMENT}: ${id} names no file`] : [];
    }),
  ];
}
