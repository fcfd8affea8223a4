/** One import, re-export or dynamic import of a source file. */
export interface FoundImport {
  from: string;
  line: number;
  /** Nothing of it is left when the program runs. */
  typeOnly: boolean;
}

/** `import … from "x"` and `export … from "x"`, over several lines too; no quote or semicolon stands in between. */
const STATIC = /^[ \t]*(?:import|export)\s+(type\s+(?!from\b|,))?[^;"'`]*?\bfrom\s*["']([^"']+)["']/gm;
const SIDE_EFFECT = /^[ \t]*import\s*["']([^"']+)["']/gm;
/** Also `import("x").Type` in a type, which counts as if it ran: write such a type with `import type`. */
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']/g;

/** The imports of a TypeScript file in its order; those in comments are not among them. */
export function findImports(source: string): FoundImport[] {
  const text = withoutComments(source);
  const found = [
    ...Array.from(text.matchAll(STATIC), (match) => entry(text, match, match[2], match[1] !== undefined)),
    ...Array.from(text.matchAll(SIDE_EFFECT), (match) => entry(text, match, match[1], false)),
    ...Array.from(text.matchAll(DYNAMIC), (match) => entry(text, match, match[1], false)),
  ];
  return found.toSorted((one, other) => one.line - other.line);
}

const entry = (text: string, match: RegExpExecArray, from = "", typeOnly: boolean): FoundImport => ({
  from,
  typeOnly,
  line: text.slice(0, match.index).split("\n").length,
});

/** Blanks out comments and keeps strings, so that every line stays where it is. */
function withoutComments(source: string): string {
  const stringOrComment =
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(stringOrComment, (part) =>
    /^\/[*/]/.test(part) ? part.replace(/[^\n]/g, " ") : part,
  );
}
