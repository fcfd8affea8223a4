const COMMAND =
  /((?:[A-Z_]+=\S+ )*)(npm start|npm test|npm run [\w:-]+|node apps\/[\w./-]+)((?: --)?(?: (?:--)?[\w=.…/-]+)*)/g;
/** How large, not what. */
const SIZE = /^--(\w+=.*|quick|keep|trace|settings|demo)$/;

/** The commands that a document names in code, each as what it does: without sizes, seeds and names of files. */
export function commandsIn(markdown: string): string[] {
  return [...new Set(markdown.split("\n").flatMap(commandWords).map(commandKind))];
}

/** What a command does, whatever its size: "npm run storm -- --slow" of "npm run storm -- --slow --payments=9". */
export function commandKind(command: string): string {
  const [, settings = "", program = "", words = ""] = new RegExp(COMMAND.source).exec(command.trim()) ?? [];
  const kept = words.split(" ").filter((word) => /^(--)?[a-z][a-z-]*$/.test(word) && !SIZE.test(word));
  return `${settings}${program}${kept.length > 0 ? ` -- ${kept.join(" ")}` : ""}`;
}

/** The commands in one line of a document. A code span that begins with `-- ` goes on with the command before it. */
function commandWords(line: string): string[] {
  const spans = line.includes("`")
    ? Array.from(line.matchAll(/`([^`]+)`/g), ([, code = ""]) => code)
    : [line];
  let last = "";
  return spans.flatMap((code) => {
    if (code.startsWith("-- ") && last !== "") return [`${last} ${code}`];
    const found = Array.from(code.replace(/ #.*/, "").matchAll(COMMAND), ([whole]) => whole.trim());
    last = /^[^-]*/.exec(found.at(-1) ?? "")?.[0].trim() ?? last;
    return found;
  });
}
