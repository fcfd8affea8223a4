import { expect, it } from "vitest";
import { unshownRequirements } from "./asvs-lines.ts";

const FIRST = "| V1.1.1 | one thing | met | `a.ts` |";
const found = (...rows: string[]) =>
  unshownRequirements([
    { path: "docs/asvs.md", text: `\n1 met, 0 not, 0 not applicable.\n\n${rows.join("\n")}\n` },
  ]);

it("a list that is not whole is told, and so is a line that names nothing, says nothing or is neither", () => {
  const few = "docs/asvs.md has 1 lines of 217";
  expect(found(FIRST)).toEqual([few]);
  expect(found("| V1.1.1 | one thing | met | it is |")).toEqual([few, "docs/asvs.md: V1.1.1 names no file"]);
  expect(found("| V1.1.1 | one thing | partly | `a.ts` |")).toEqual([
    few,
    "docs/asvs.md does not say: 0 met, 0 not, 0 not applicable.",
    "docs/asvs.md: V1.1.1 is neither met nor not",
  ]);
  expect(found(FIRST, FIRST)[0]).toBe("docs/asvs.md has 2 lines of 217");
});
