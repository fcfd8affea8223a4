import type { Expectation } from "./expected.ts";

const LEFT = {
  phone: "left empty, phone: ten digits are needed, like (212) 555-0144.",
  zip: "left empty, zipcode: five or nine digits are needed.",
};

/** What a person reads in files that reports, spreadsheets and other systems wrote in their own ways. */
export const EXPECTED_REPORTS: Record<string, Expectation> = {
  "33-euro-report.csv": {
    separator: ";",
    titleLines: 2,
    footers: 2,
    dates: "dmy",
    numbers: "eu",
    rows: {
      5: {
        externalId: "1001",
        firstname: "Ana",
        lastname: "Diaz",
        dob: "1985-04-07",
        balance: 123_450,
        state: "MT",
      },
      6: {
        externalId: "1002",
        firstname: "Ben",
        lastname: "Hu",
        dob: "1979-11-23",
        balance: -2_000,
        state: "MT",
      },
    },
    found: ["5: mended, state: the state was written out."],
  },
  "34-guarded-numbers.csv": {
    rows: {
      2: {
        externalId: "00123",
        firstname: "Ana",
        lastname: "Diaz",
        phone: "4065550101",
        zipcode: "05901",
        ssn: "012345678",
      },
      3: { externalId: "00124", firstname: "Ben", lastname: "Hu", ssn: "212345678" },
    },
    found: [`3: ${LEFT.phone}`, `3: ${LEFT.zip}`],
  },
  "35-lines-in-quotes.csv": {
    ignored: [""],
    rows: {
      2: {
        externalId: "1",
        firstname: "Ana",
        lastname: "Diaz",
        currentAddress: '12 "Big" St Apt 4',
        city: "Helena",
        state: "MT",
        zipcode: "59601",
      },
      4: {
        externalId: "2",
        firstname: "Ben",
        lastname: "Hu",
        city: "Butte",
        state: "MT",
        zipcode: "59701",
      },
    },
  },
  "36-twice-named.csv": {
    ignored: ["Phone", "Address"],
    rows: {
      2: { externalId: "1", firstname: "Ana", lastname: "Diaz", currentAddress: "1 A St", city: "Helena" },
      3: { externalId: "2", firstname: "Ben", lastname: "Hu", phone: "4065550102", city: "Butte" },
    },
  },
  "37-mixed-encodings.csv": {
    rows: {
      2: { externalId: "1", firstname: "José", lastname: "Peña", city: "Sanchéz" },
      3: { externalId: "2", firstname: "Zoë", lastname: "Müller", city: "Köln" },
      4: "fullName: the text is damaged, its encoding was not the file's. businessName: the row has neither a business name nor a person's name.",
    },
  },
  "38-sep-line-and-titles.csv": {
    separator: "|",
    titleLines: 2,
    footers: 1,
    rows: {
      7: {
        externalId: "77",
        phone: "4065550101",
        firstname: "Ana M.",
        lastname: "Diaz Jr.",
        email: "ana@example.com",
      },
      8: { externalId: "78", businessName: "Hu Plumbing LLC", phone: "4065550102" },
    },
    found: [
      "7: mended, phone: its extension was left out.",
      "8: left empty, email: an e-mail address is needed.",
    ],
  },
  "39-header-again.csv": {
    footers: 3,
    rows: {
      2: { externalId: "1", firstname: "Ana", lastname: "Diaz", city: "Helena", balance: 10_000 },
      3: { externalId: "2", firstname: "Ben", lastname: "Hu", city: "Butte", balance: 5_000 },
      6: { externalId: "3", firstname: "Cy", lastname: "Young", city: "Havre", balance: 2_500 },
    },
  },
  "40-placeholders.csv": {
    rows: {
      2: { externalId: "A1", firstname: "ANA MARIA", lastname: "DIAZ", state: "MT" },
      3: {
        externalId: "A2",
        firstname: "Ben",
        lastname: "Hu III",
        dob: "1979-01-02",
        ein: "123456789",
        state: "MT",
      },
      4: {
        externalId: "A3",
        businessName: "Smith & Sons, Inc.",
        email: "info@smith.example",
        phone: "4065550103",
      },
    },
    found: [
      "3: left empty, phone: nobody can have this number, or it is written in a way that is not known.",
      "3: mended, state: the state was written out.",
      "4: left empty, ein: nine digits are needed, like 12-3456789.",
      "4: left empty, state: two letters are needed, like MT, or the name of a state.",
    ],
  },
  "41-quoted-lines.csv": {
    rows: {
      2: { externalId: "1", firstname: "Ana", lastname: "Diaz", city: "Helena" },
      3: { externalId: "2", firstname: "Ben", lastname: "Hu", city: "Butte" },
    },
  },
  "42-invisible.csv": {
    rows: {
      2: { externalId: "1", firstname: "Ana", lastname: "Diaz", zipcode: "59601" },
      3: { externalId: "2", firstname: "Ben", lastname: "Hu", zipcode: "59701-1234" },
    },
  },
  "43-formulas-and-hidden-sheets.xlsx": {
    encoding: null,
    separator: null,
    titleLines: 1,
    footers: 1,
    rows: {
      5: {
        externalId: "C1",
        firstname: "Ana",
        lastname: "Diaz",
        dob: "1985-04-07",
        phone: "4065550101",
        balance: 120_050,
        doNotFund: true,
      },
      6: {
        externalId: "C2",
        firstname: "Ben",
        lastname: "Hu",
        dob: "1979-01-02",
        zipcode: "59701",
        balance: 0,
        doNotFund: false,
      },
      7: {
        externalId: "C3",
        firstname: "Cy",
        lastname: "Young",
        dob: "1980-07-04",
        zipcode: "59601-1234",
        phone: "4065550103",
        balance: 30,
      },
    },
    found: [
      `5: ${LEFT.zip}`,
      "6: left empty, phone: the spreadsheet shows an error or a column too narrow here, and not the value.",
    ],
  },
  "44-days-from-1904.xlsx": {
    encoding: null,
    separator: null,
    daysFrom1904: true,
    rows: {
      2: { externalId: "M1", firstname: "Ana", lastname: "Diaz", dob: "1985-04-07" },
      3: { externalId: "M2", firstname: "Ben", lastname: "Hu", dob: "1985-04-07" },
    },
    found: ["3: mended, dob: a date had been made a number."],
  },
  "45-merged-cells.xlsx": {
    encoding: null,
    separator: null,
    titleLines: 1,
    rows: {
      3: { externalId: "C1", firstname: "Ana", lastname: "Diaz", city: "Helena", state: "MT" },
      4: { externalId: "C2", firstname: "Ben", lastname: "Hu", city: "Helena", state: "MT" },
      5: { externalId: "C3", firstname: "Cy", lastname: "Young", city: "Butte", state: "MT" },
    },
  },
  "46-crm-report.csv": {
    footers: 3,
    ignored: ["Created Date", "Last Modified Date", "Account Owner"],
    rows: {
      2: {
        externalId: "00A10000000XyZabAAF",
        phone: "4065550144",
        businessName: "Diaz Bakery LLC",
        currentAddress: "12 Main St Suite 4",
        city: "Helena",
        state: "MT",
        zipcode: "59601-1234",
        ein: "123456789",
      },
      4: {
        externalId: "00A10000000XyZacAAF",
        businessName: "Hu Motors, Inc.",
        currentAddress: "9 Elm St",
        city: "Butte",
        state: "MT",
        zipcode: "59701",
        phone: "4065550145",
        ein: "987654321",
      },
    },
    found: [
      "2: mended, state: the state was written out.",
      "2: mended, phone: its extension was left out.",
      "2: left empty, ssn: nine digits are needed.",
    ],
  },
  "47-columns-without-a-name.csv": {
    ignored: ["", "", ""],
    rows: {
      2: { externalId: "17", firstname: "Ana", lastname: "Diaz", city: "Helena" },
      3: { externalId: "18", firstname: "Ben", lastname: "Hu", city: "Butte" },
      4: { externalId: "19", firstname: "Cy", lastname: "Roe", city: "Havre" },
    },
  },
  "48-accounting-report.csv": {
    titleLines: 3,
    footers: 2,
    rows: {
      6: {
        externalId: "Diaz Bakery",
        firstname: "Ana",
        lastname: "Diaz",
        phone: "4065550144",
        currentAddress: "12 Main St Helena, MT 59601",
        balance: 123_450,
      },
      8: {
        externalId: "Hu Motors",
        firstname: "Ben",
        lastname: "Hu",
        email: "ben@example.com",
        currentAddress: "9 Elm St, Butte MT 59701",
        balance: 0,
      },
    },
    found: ["6: left empty, email: an e-mail address is needed.", `8: ${LEFT.phone}`],
  },
};
