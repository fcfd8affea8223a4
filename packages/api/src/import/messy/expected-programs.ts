import type { Expectation } from "./expected.ts";

/** What a person reads in lists of customers that programs for accounts and contacts write. */
export const EXPECTED_PROGRAMS: Record<string, Expectation> = {
  "52-quickbooks-online.csv": {
    titleLines: 2,
    rows: {
      5: {
        externalId: "Ana Diaz",
        firstname: "Ana",
        lastname: "Diaz",
        email: "ana@example.com",
        phone: "4065550144",
        balance: 124_000,
      },
      6: {
        externalId: "Hu Motors LLC",
        businessName: "Hu Motors LLC",
        phone: "4065550145",
        balance: -3_520,
      },
    },
  },
  "53-quickbooks-desktop.csv": {
    ignored: ["Active Status"],
    rows: {
      2: {
        externalId: "Diaz Bakery LLC",
        businessName: "Diaz Bakery LLC",
        firstname: "Ana",
        lastname: "Diaz",
        email: "ana@example.com",
        phone: "4065550144",
        currentAddress: "12 Main St, Suite 4",
        city: "Helena",
        state: "MT",
        zipcode: "59601",
        balance: 124_000,
      },
      3: {
        externalId: "Bo Lee",
        firstname: "Bo",
        lastname: "Lee",
        phone: "4065550145",
        currentAddress: "9 Elm St",
        city: "Butte",
        state: "MT",
        zipcode: "59701",
        balance: 0,
      },
    },
  },
  "54-hubspot-contacts.csv": {
    ignored: ["Lifecycle Stage"],
    rows: {
      2: {
        externalId: "51",
        firstname: "Ana",
        lastname: "Diaz",
        email: "ana@example.com",
        phone: "4065550144",
        companyName: "Diaz Bakery",
        state: "MT",
      },
      3: {
        externalId: "52",
        firstname: "Bo",
        lastname: "Lee",
        email: "bo@example.com",
        phone: "4065550145",
        state: "MT",
      },
    },
    found: ["2: mended, state: the state was written out."],
  },
  "56-side-by-side.csv": {
    ignored: ["", "Customer ID", "Last Call"],
    rows: {
      2: { externalId: "1", firstname: "Ana", lastname: "Diaz", phone: "4065550144" },
      3: { externalId: "2", firstname: "Bo", lastname: "Lee", phone: "4065550145" },
    },
  },
  "57-words-of-programs.csv": {
    ignored: ["constructor", "__proto__", "toString", "valueOf"],
    rows: { 2: { externalId: "1", firstname: "Ana", lastname: "Diaz", phone: "4065550144" } },
  },
};
