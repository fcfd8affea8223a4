import { describe, expect, it } from "vitest";
import { mapColumns, namedCells } from "./columns.ts";

describe("columns", () => {
  it.each([
    ["BusinessName", "businessName"],
    ["business_name", "businessName"],
    ["Company", "businessName"],
    ["  DBA ", "businessName"],
    ["First Name", "firstname"],
    ["LAST-NAME", "lastname"],
    ["E-mail", "email"],
    ["Zip", "zipcode"],
    ["Postal Code", "zipcode"],
    ["NAICSCode", "naicsCode"],
    ["Date of Birth", "dob"],
    ["Customer ID", "externalId"],
    ["Address", "currentAddress"],
  ])("%s is understood as %s", (header, field) => {
    expect(mapColumns([header]).fields).toEqual([field]);
  });

  it("a header that is not understood is listed as ignored, once, and the rest is kept", () => {
    expect(mapColumns(["City", "LoanRange", "Lender"])).toEqual({
      fields: ["city", null, null],
      ignored: ["LoanRange", "Lender"],
    });
  });

  it("of two columns that say the same, the first counts", () => {
    expect(mapColumns(["Phone", "Mobile"])).toEqual({ fields: ["phone", null], ignored: ["Mobile"] });
  });

  it("a file with no usable column is refused with the headers it has and the ones that are understood", () => {
    expect(() => mapColumns(["Colour", "Size"])).toThrow(
      /It has: Colour, Size\. Understood are: .*businessName/,
    );
  });

  it("the cells of a row go under the names of their fields, ignored ones nowhere", () => {
    expect(namedCells(["city", null, "zipcode"], ["Helena", "x", "59601"])).toEqual({
      city: "Helena",
      zipcode: "59601",
    });
  });
});
