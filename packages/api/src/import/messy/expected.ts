/** What is to be made of a file: how it is read, its rows by line, and what is said of them. */
export interface Expectation {
  encoding?: string | null;
  separator?: string | null;
  titleLines?: number;
  footers?: number;
  dates?: "dmy";
  datesDisagree?: true;
  numbers?: "eu";
  lostZeros?: true;
  daysFrom1904?: true;
  /** Headers that are not understood, or say again what another says. */
  ignored?: string[];
  rows: Record<number, object | string>;
  found?: string[];
}

const EMPTY_ZIP = "left empty, zipcode: five or nine digits are needed.";
const ACME = { businessName: "Acme", city: "Helena" };
const MADE_NUMBER = (field: string) => `mended, ${field}: it had been made a number.`;

/** Each made by hand from the file of its name. */
export const EXPECTED: Record<string, Expectation> = {
  "01-semicolon.csv": {
    separator: ";",
    rows: {
      2: { externalId: "17", firstname: "Ana", lastname: "Diaz", city: "Helena" },
      3: { externalId: "18", firstname: "Bo", lastname: "Diaz", city: "Butte" },
    },
  },
  "02-tab.txt": {
    separator: "\t",
    rows: { 2: { externalId: "17", businessName: "Acme, Inc.", state: "MT" } },
  },
  "03-pipe.txt": {
    separator: "|",
    rows: {
      2: { externalId: "17", businessName: "Acme LLC", zipcode: "59601" },
      3: { externalId: "18", businessName: "Bravo LLC", zipcode: "59701" },
    },
  },
  "04-sep-line.csv": {
    separator: ";",
    rows: { 3: { externalId: "17", businessName: "Acme", zipcode: "59601" } },
  },
  "05-bom.csv": { rows: { 2: ACME } },
  "06-utf16le-tab.txt": {
    encoding: "utf-16le",
    separator: "\t",
    rows: { 2: { businessName: "Café Olé", city: "Helena" } },
  },
  "07-utf16be.csv": { encoding: "utf-16be", rows: { 2: { businessName: "Café Olé", city: "Helena" } } },
  "08-windows-1252.csv": {
    encoding: "windows-1252",
    rows: { 2: { businessName: "Café “Olé” – Señor’s", city: "Helena" } },
  },
  "09-title-lines.csv": {
    titleLines: 2,
    rows: { 5: { externalId: "17", firstname: "Ana", lastname: "Diaz", city: "Helena" } },
  },
  "10-footer.csv": {
    footers: 2,
    rows: {
      2: { externalId: "17", firstname: "Ana", lastname: "Diaz", balance: 123_450 },
      3: { externalId: "18", firstname: "Bo", lastname: "Lee", balance: -2_000 },
    },
  },
  "11-money.csv": {
    rows: {
      2: { externalId: "1", businessName: "A Co", balance: 123_450 },
      3: { externalId: "2", businessName: "B Co", balance: -2_000 },
      4: { externalId: "3", businessName: "C Co", balance: -2_000 },
      5: { externalId: "4", businessName: "D Co", balance: 700 },
      6: { externalId: "5", businessName: "E Co", balance: 123_450 },
      7: { externalId: "6", businessName: "F Co" },
    },
    found: ["7: left empty, balance: an amount in dollars is needed, like 1,234.50."],
  },
  "12-money-european.csv": {
    separator: ";",
    numbers: "eu",
    rows: {
      2: { externalId: "1", businessName: "A Co", balance: 123_450 },
      3: { externalId: "2", businessName: "B Co", balance: 1_200 },
      4: { externalId: "3", businessName: "C Co", balance: 700 },
    },
  },
  "13-dates-us.csv": {
    rows: {
      2: { externalId: "1", businessName: "A Co", businessStartDate: "2020-04-07" },
      3: { externalId: "2", businessName: "B Co", businessStartDate: "2020-04-07" },
      4: { externalId: "3", businessName: "C Co", businessStartDate: "2020-04-07" },
      5: { externalId: "4", businessName: "D Co", businessStartDate: "2019-12-25" },
    },
  },
  "14-dates-day-first.csv": {
    separator: ";",
    dates: "dmy",
    rows: {
      2: { externalId: "1", businessName: "A Co", businessStartDate: "2020-04-07" },
      3: { externalId: "2", businessName: "B Co", businessStartDate: "2019-12-25" },
    },
  },
  "15-dates-serial.csv": {
    rows: {
      2: { externalId: "1", firstname: "Ana", lastname: "Diaz", dob: "1985-04-07" },
      3: { externalId: "2", firstname: "Bo", lastname: "Lee", dob: "1985-04-07" },
    },
    found: [
      "2: mended, dob: a date had been made a number.",
      "3: mended, dob: a date had been made a number.",
    ],
  },
  "16-state-names.csv": {
    rows: {
      2: { externalId: "1", businessName: "A Co", state: "MT", zipcode: "59601" },
      3: { externalId: "2", businessName: "B Co", state: "MA", zipcode: "02139" },
      4: { externalId: "3", businessName: "C Co", state: "DC", zipcode: "20001" },
      5: { externalId: "4", businessName: "D Co", zipcode: "80331" },
    },
    found: [
      "2: mended, state: the state was written out.",
      "3: mended, state: the state was written out.",
      "3: mended, zipcode: a zero in front was lost.",
      "4: mended, state: the state was written out.",
      "5: left empty, state: two letters are needed, like MT, or the name of a state.",
    ],
  },
  "17-excel-numbers.csv": {
    rows: {
      2: {
        externalId: "59718",
        businessName: "A Co",
        zipcode: "59718",
        phone: "4065550144",
        naicsCode: "722513",
      },
    },
    found: [`2: ${MADE_NUMBER("externalId")}`, `2: ${MADE_NUMBER("zipcode")}`, `2: ${MADE_NUMBER("phone")}`],
  },
  "18-lost-digit-zip.csv": {
    rows: {
      2: { externalId: "1", businessName: "A Co", state: "MT" },
      3: { externalId: "2", businessName: "B Co", state: "NJ", zipcode: "07030" },
      4: { externalId: "3", businessName: "C Co", state: "PR", zipcode: "00601" },
    },
    found: [
      `2: ${EMPTY_ZIP}`,
      "3: mended, zipcode: a zero in front was lost.",
      "4: mended, zipcode: a zero in front was lost.",
    ],
  },
  "19-ssn-lost-zeros.csv": {
    lostZeros: true,
    rows: {
      2: { externalId: "1", firstname: "Ana", lastname: "Diaz", ssn: "123456789" },
      3: { externalId: "2", firstname: "Bo", lastname: "Lee", ssn: "012345678" },
      4: { externalId: "3", firstname: "Cy", lastname: "Roe", ssn: "223456789" },
      5: { externalId: "4", firstname: "Di", lastname: "Poe", ssn: "323456789" },
    },
    found: ["3: mended, ssn: a zero in front was lost."],
  },
  "20-ssn-short.csv": {
    rows: {
      2: { externalId: "1", firstname: "Ana", lastname: "Diaz", ssn: "012345678" },
      3: { externalId: "2", firstname: "Bo", lastname: "Lee" },
    },
    found: ["3: left empty, ssn: nine digits are needed."],
  },
  "21-ein-lost-zeros.csv": {
    rows: {
      2: { externalId: "1", businessName: "A Co", ein: "012345678" },
      3: { externalId: "2", businessName: "B Co", ein: "810123456" },
      4: { externalId: "3", businessName: "C Co" },
    },
    found: [
      "2: mended, ein: a zero in front was lost.",
      "4: left empty, ein: nine digits are needed, like 12-3456789.",
    ],
  },
  "22-names-in-one.csv": {
    rows: {
      2: { externalId: "1", firstname: "Ana M.", lastname: "de la Cruz" },
      3: { externalId: "2", firstname: "John Q.", lastname: "Smith Jr." },
      4: { externalId: "3", businessName: "Cruz Tacos LLC" },
      5: { externalId: "4", lastname: "Cher" },
    },
  },
  "23-ordinary-headers.csv": {
    rows: {
      2: {
        externalId: "17",
        firstname: "Ana",
        lastname: "Diaz",
        ssn: "123456789",
        dob: "1985-04-07",
        ein: "123456789",
        currentAddress: "12 Main St",
        city: "Helena",
        state: "MT",
        zipcode: "59601",
        businessType: "LLC",
        email: "ana@example.com",
        phone: "4065550144",
      },
    },
  },
  "24-scientific-id.csv": {
    rows: {
      2: "externalId: an id is needed; a number like 1.2E+11 has lost its last digits.",
      3: { externalId: "120000000017", businessName: "B Co" },
    },
  },
  "25-quotes-and-lines.csv": {
    rows: {
      2: { businessName: 'Acme "The Best", Inc.', currentAddress: "12 Main St Suite 4", city: "Helena" },
      4: "a quote is opened on this line and not closed, or the row is longer than 100000 characters",
      5: { businessName: "Charlie", currentAddress: "1 Oak", city: "Havre" },
    },
  },
  "26-blank-rows-and-columns.csv": {
    ignored: ["", ""],
    rows: { 2: ACME, 5: { businessName: "Bravo", city: "Butte" } },
  },
  "27-formulas-and-errors.csv": {
    rows: {
      2: 'businessName: a text can not start with "=", spreadsheets take that for a formula. businessName: the row has neither a business name nor a person\'s name.',
      3: { externalId: "2", businessName: "B Co", zipcode: "59601" },
      4: { externalId: "3", businessName: "C Co", city: "Butte" },
    },
    found: [
      "3: left empty, city: the spreadsheet shows an error or a column too narrow here, and not the value.",
      "4: left empty, zipcode: the spreadsheet shows an error or a column too narrow here, and not the value.",
    ],
  },
  "28-carriage-returns.csv": { rows: { 2: ACME, 3: { businessName: "Bravo", city: "Butte" } } },
  "29-repeated-columns.csv": {
    ignored: ["Phone", "Owner Phone", "Notes"],
    rows: { 2: { businessName: "Acme", phone: "4065550144" } },
  },
  "30-workbook.xlsx": {
    encoding: null,
    separator: null,
    titleLines: 1,
    footers: 1,
    rows: {
      4: {
        externalId: "59718",
        firstname: "Ana",
        lastname: "Diaz",
        dob: "1985-04-07",
        zipcode: "02139",
        state: "MA",
        balance: 123_450,
        phone: "4065550144",
      },
      5: {
        externalId: "59719",
        firstname: "Bo",
        lastname: "Lee",
        zipcode: "59601",
        state: "MT",
        balance: -2_025,
      },
    },
    found: ["4: mended, zipcode: a zero in front was lost.", "4: mended, state: the state was written out."],
  },
  "31-workbook-of-serials.xlsx": {
    encoding: null,
    separator: null,
    lostZeros: true,
    rows: {
      2: { externalId: "1", businessName: "A Co", ssn: "012345678", businessStartDate: "2020-04-07" },
      3: { externalId: "2", businessName: "B Co", ssn: "123456789", businessStartDate: "2020-04-08" },
      4: { externalId: "3", businessName: "C Co", ssn: "223456789", businessStartDate: "2020-04-09" },
    },
    found: [
      "2: mended, ssn: a zero in front was lost.",
      "2: mended, businessStartDate: a date had been made a number, and was read as 2020-04-07.",
      "3: mended, businessStartDate: a date had been made a number, and was read as 2020-04-08.",
    ],
  },
  "32-comma-in-a-tab-file.tsv": {
    separator: "\t",
    rows: {
      2: { businessName: "Acme, Inc.", currentAddress: "12 Main St, Suite 4, Rear", city: "Helena" },
      3: { businessName: "Bravo, LLC", currentAddress: "1 Oak, 2", city: "Butte" },
    },
  },
};
