import { describe, expect, test } from "vitest";
import {
  BUSINESS_STATUSES,
  type BusinessStanding,
  hasLienPdf,
  LIEN_FAILED,
  LIEN_STATUSES,
  LIEN_UNCONFIRMED,
  mayRetryLien,
  mayRetryRegistration,
  needsLien,
  REGISTRATION_FAILED,
  whyNotAdoptLien,
  whyNotFileAgain,
  whyNotFileLien,
  whyNotRegister,
  whyNotSelectable,
  whyNotTerminateLien,
} from "./rules.ts";
import { FileLiens, ListBusinesses } from "./schemas.ts";

const row = (facts: Partial<BusinessStanding> = {}): BusinessStanding => ({
  isDisabledUser: false,
  businessId: "b-1",
  state: "NY",
  midDeskResponseStatus: "in_review",
  lienStatus: null,
  lienPdf: "N/A",
  unmatchedLiens: 0,
  ...facts,
});

describe("a row", () => {
  test.each([
    [{ isDisabledUser: true }, "This user is disabled."],
    [{ midDeskResponseStatus: "open" }, "The business is still open at the verifier."],
    [{ midDeskResponseStatus: "pending" }, "The business is still pending at the verifier."],
    [{ lienStatus: "created" }, "The business is in_review and its lien is created."],
    [{ lienStatus: "filed" }, "The business is in_review and its lien is filed."],
    [
      { midDeskResponseStatus: "in_audit", lienStatus: "filed" },
      "The business is in_audit and its lien is filed.",
    ],
    [
      { midDeskResponseStatus: "unknown", lienStatus: "filed" },
      "The verifier has the business in a status that is not known here, and its lien is filed.",
    ],
    [{ midDeskResponseStatus: "unknown" }, null],
    [{}, null],
    [{ lienStatus: LIEN_FAILED }, null],
    [{ midDeskResponseStatus: "approved", lienStatus: "filed" }, null],
    [{ midDeskResponseStatus: REGISTRATION_FAILED, businessId: null }, null],
    [{ midDeskResponseStatus: "error" }, null],
  ] as const)("with %o can be selected, or says why not", (facts, whyNot) => {
    expect(whyNotSelectable(row(facts))).toBe(whyNot);
  });

  test("lacks a lien when there is none, the last one failed or was closed", () => {
    const lacking = LIEN_STATUSES.filter((lienStatus) => needsLien({ lienStatus }));
    expect(lacking).toEqual(["closed", LIEN_FAILED]);
    expect(needsLien({ lienStatus: null })).toBe(true);
  });

  test("has a document unless it says N/A", () => {
    expect(hasLienPdf(row())).toBe(false);
    expect(hasLienPdf(row({ lienPdf: "UCC-1.pdf" }))).toBe(true);
  });

  test("of which the registration failed, or that the verifier no longer knows, can be registered again", () => {
    const again = BUSINESS_STATUSES.filter((midDeskResponseStatus) =>
      mayRetryRegistration({ midDeskResponseStatus }),
    );
    expect(again).toEqual(["error", REGISTRATION_FAILED]);
  });

  test.each([
    [{}, null],
    [{ midDeskResponseStatus: "approved", lienStatus: "filed" }, "A lien already exists: filed."],
    [
      { midDeskResponseStatus: REGISTRATION_FAILED, businessId: null },
      "The verifier does not know this business. Register it first.",
    ],
    [{ midDeskResponseStatus: "error" }, "The verifier does not know this business. Register it first."],
    [{ isDisabledUser: true }, "This user is disabled."],
    [
      { midDeskResponseStatus: "approved", lienStatus: LIEN_UNCONFIRMED },
      "The outcome of the last filing is unknown. File again from its row.",
    ],
    [{ unmatchedLiens: 1 }, "The verifier lists a lien that is not known here. Adopt or terminate it first."],
    ...["DC", "PR", "GU", "AS", "VI", "MP", "AE", "ny"].map(
      (state) =>
        [
          { state },
          `The verifier files liens in the fifty states only, and this business is in ${state}.`,
        ] as const,
    ),
    [{ state: "WY" }, null],
  ] as const)("with %o can have a lien filed, or says why not", (facts, whyNot) => {
    expect(whyNotFileLien(row(facts))).toBe(whyNot);
  });

  test.each([
    [{ lienStatus: LIEN_UNCONFIRMED }, null],
    [{ lienStatus: LIEN_FAILED }, "There is no filing whose outcome is not known."],
    [{ lienStatus: "created" }, "There is no filing whose outcome is not known."],
    [{ lienStatus: LIEN_UNCONFIRMED, isDisabledUser: true }, "This user is disabled."],
    [
      { lienStatus: LIEN_UNCONFIRMED, state: "PR" },
      "The verifier files liens in the fifty states only, and this business is in PR.",
    ],
    [
      { lienStatus: LIEN_UNCONFIRMED, unmatchedLiens: 1 },
      "The verifier lists a lien that is not known here. Adopt or terminate it first.",
    ],
  ] as const)(
    "with %o can have a lien filed again of which nothing is known, or says why not",
    (facts, whyNot) => {
      expect(whyNotFileAgain(row(facts))).toBe(whyNot);
    },
  );

  test("can have a lien tried again only where it failed and one can be filed", () => {
    expect(mayRetryLien(row({ lienStatus: LIEN_FAILED }))).toBe(true);
    expect(mayRetryLien(row())).toBe(false);
    expect(mayRetryLien(row({ lienStatus: LIEN_FAILED, isDisabledUser: true }))).toBe(false);
  });
});

describe("a lien that is not known here", () => {
  const lien = { status: "filed", terminationAskedAt: null, isSettled: false, lienStatus: null } as const;
  const asked = { terminationAskedAt: new Date("2026-11-20T15:00:00Z") };
  test.each([
    [{}, null, null],
    [{ lienStatus: LIEN_UNCONFIRMED }, null, null],
    [{ lienStatus: LIEN_FAILED }, null, null],
    [{ lienStatus: "filed" }, "A lien already exists: filed.", null],
    [{ lienStatus: "created" }, "A lien already exists: created.", null],
    [
      { status: "created" },
      null,
      "The verifier does not terminate a lien that is just created. Try again once it is pending.",
    ],
    [{ status: "closing" }, null, "The lien is closing already."],
    [asked, "Its termination was requested.", "Its termination was requested."],
    [{ isSettled: true }, "This lien is already resolved.", "This lien is already resolved."],
  ] as const)("%o can be adopted and terminated, or says why not", (facts, whyNotAdopt, whyNotTerminate) => {
    const standing = { ...lien, ...facts };
    expect([whyNotAdoptLien(standing), whyNotTerminateLien(standing)]).toEqual([
      whyNotAdopt,
      whyNotTerminate,
    ]);
  });
});

describe("a user's business", () => {
  const user = {
    businessName: "Shop LLC",
    address: "1 Main St",
    city: "Fresno",
    state: "CA",
    zipcode: "93650",
    hasEin: true,
    status: null,
  };
  test.each([
    [user, false, null],
    [user, true, null],
    [null, false, "There is no such user."],
    [{ ...user, businessName: " " }, false, "The user has no business name."],
    [{ ...user, zipcode: "" }, false, "The address of the user is not complete."],
    [{ ...user, hasEin: false }, false, "The user has no EIN."],
    [{ ...user, status: "pending" }, true, "The business is already registered: pending."],
    [
      { ...user, status: REGISTRATION_FAILED },
      false,
      "The business has the status Failed To Send Request. Use Retry to send it again.",
    ],
    [{ ...user, status: REGISTRATION_FAILED }, true, null],
    [{ ...user, status: "error" }, true, null],
  ] as const)("of %o, retried %s, can be registered, or says why not", (facts, retry, whyNot) => {
    expect(whyNotRegister(facts, retry)).toBe(whyNot);
  });
});

test("a list is of the first fifty unless asked otherwise, and of no other size than the screen offers", () => {
  expect(ListBusinesses.parse({})).toEqual({
    page: 1,
    pageSize: 50,
    filter: "Clear",
    search: "",
    businessStatus: null,
    userId: null,
    unmatched: false,
  });
  expect(ListBusinesses.safeParse({ pageSize: 75 }).success).toBe(false);
});

test("liens are filed for somebody, and for no more than a page shows", () => {
  const of = (count: number) => FileLiens.safeParse({ userIds: Array(count).fill(1) }).success;
  expect([of(0), of(1), of(250), of(251)]).toEqual([false, true, true, false]);
});
