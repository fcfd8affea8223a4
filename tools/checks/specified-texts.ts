import { isTest, type SourceFile } from "./repository-files.ts";

const TEXTS = "tools/checks/specified-texts.json";
/** Where what staff read is written. */
const PRODUCT = /^(apps\/(console|server)|packages\/(api|validators|demo))\/src\/.*\.tsx?$/;

/** A text that a specification fixes, word for word; {…} stands for what differs each time. */
interface SpecifiedText {
  specification: 1 | 2;
  text: string;
  /** How it is put together, where it does not stand in one piece. */
  writtenAs?: string[];
  /** Why it is not there. */
  notKept?: string;
}

/** The texts of the two specifications that the product does not have, each by its words. */
export function missingTexts(files: readonly SourceFile[]): string[] {
  const data = files.find(({ path }) => path === TEXTS);
  if (data === undefined) return [];
  const sources = files.filter(({ path }) => PRODUCT.test(path) && !isTest(path)).map(({ text }) => text);
  return (JSON.parse(data.text) as SpecifiedText[])
    .filter(({ notKept }) => notKept === undefined)
    .flatMap(({ specification, text, writtenAs }) =>
      (writtenAs ?? [text])
        .filter((piece) => !sources.some((source) => isIn(source, piece, writtenAs !== undefined)))
        .map((piece) => `specification ${specification} has “${text}”, no source has “${piece}”`),
    );
}

/** Whether a source has a text; in place of {…} stands an expression. */
function isIn(source: string, text: string, isLiteral: boolean): boolean {
  const pieces = isLiteral ? [text] : text.split(/\{[^}]*\}/);
  if (pieces.length === 1) return source.includes(text);
  const pattern = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\$?\\{[^}]*\\}");
  return new RegExp(pattern).test(source);
}
