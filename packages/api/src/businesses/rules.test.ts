import { describe, expect, it, test } from "vitest";
import {
  addressLine,
  isAwaited,
  legalName,
  lienFacts,
  lienLapse,
  nextCheck,
  parseBusinessStatus,
} from "./rules.ts";

const now = new Date("2026-11-20T15:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);

test("a filing lapses five years later, that of a leap day on the first of March", () => {
  expect(lienLapse(new Date("2026-11-20"))).toEqual(new Date("2031-11-20"));
  expect(lienLapse(new Date("2028-02-29"))).toEqual(new Date("2033-03-01"));
});

test("what changed just now is asked about again in ten seconds, what never changes once an hour", () => {
  const seconds = (updatedAt: Date) => (nextCheck(now, updatedAt).getTime() - now.getTime()) / 1000;
  expect(seconds(now)).toBe(10);
  expect(seconds(ago(100_000))).toBe(10);
  expect(seconds(ago(600_000))).toBe(60);
  expect(seconds(ago(365 * 24 * 60 * 60_000))).toBe(3_600);
});

describe("whether anything is awaited", () => {
  const lien = (
    status: "created" | "filed" | "closed" | "Failed To File Lien",
    documentId: string | null,
  ) => ({
    status,
    documentId,
  });
  it.each([
    ["pending", null, true],
    ["in_audit", null, true],
    ["approved", null, false],
    ["rejected", null, false],
    ["error", null, false],
    ["Failed To Send Request", null, false],
    ["approved", lien("created", null), true],
    ["approved", lien("filed", null), true],
    ["approved", lien("filed", "doc"), false],
    ["approved", lien("closed", null), false],
    ["approved", lien("Failed To File Lien", null), false],
  ] as const)("of a business that is %s with the lien %o: %s", (status, held, awaited) => {
    expect(isAwaited(status, held)).toBe(awaited);
  });
});

test("a business is called by its company, or else by its trade", () => {
  expect(legalName({ companyName: " Shop LLC ", businessName: "Shop" })).toBe("Shop LLC");
  expect(legalName({ companyName: " ", businessName: "Shop" })).toBe("Shop");
});

test("an address is one line, without what is not known", () => {
  expect(addressLine({ address: "1 Main St", city: "Fresno", state: "CA", zipcode: "93650" })).toBe(
    "1 Main St, Fresno, CA 93650",
  );
  expect(addressLine({ address: "", city: "Fresno", state: "", zipcode: "" })).toBe("Fresno");
});

test("a word that is no status is none", () => {
  expect(parseBusinessStatus("in_audit")).toBe("in_audit");
  expect(() => parseBusinessStatus("done")).toThrow('"done" is no status.');
});

test("a lien that is not filed has neither number nor days nor document", () => {
  const told = {
    id: "l1",
    businessId: "b1",
    state: "NY",
    fileNumber: null,
    filedOn: null,
    filedByOthers: false,
  };
  expect(lienFacts({ ...told, status: "created", documents: [] })).toEqual({
    vendorId: "l1",
    status: "created",
    error: "",
    fileNumber: "",
    filedOn: null,
    lapsesOn: null,
    documentId: null,
    documentName: "",
  });
});
