import { expect, it } from "vitest";
import { probesFor } from "./identifiers.ts";

const reasons = (text: string) => probesFor(text, "EMPLOYEE", () => []).map(({ reason }) => reason);

it.each(["aNrIQO_whvGtBkfIcMTVBg", "Xk3fQ-aB"])("looks up %s as a reference of the processor", (text) => {
  expect(reasons(text)).toContain("Processor's reference");
});

it("does not look up a name as a reference", () => {
  expect(reasons("Delgado-Fernandez")).toEqual([]);
});
