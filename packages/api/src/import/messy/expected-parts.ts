import type { Expectation } from "./expected.ts";

/** What a person reads where a column holds several of ours or a part of one, where rows end early, and where dates disagree. */
export const EXPECTED_PARTS: Record<string, Expectation> = {
  "49-dates-of-both-orders.csv": {
    datesDisagree: true,
    rows: {
      2: { externalId: "1", businessName: "A Co", businessStartDate: "2020-04-07" },
      3: { externalId: "2", businessName: "B Co", businessStartDate: "2019-12-25" },
      4: { externalId: "3", businessName: "C Co" },
    },
    found: [
      "4: left empty, businessStartDate: this date can only be day first, and dates are read month first.",
    ],
  },
  "50-columns-of-several.csv": {
    rows: {
      2: {
        externalId: "1",
        firstname: "Ana",
        lastname: "Diaz",
        phone: "4065550144",
        currentAddress: "1 Main St, Apt 4",
        city: "Helena",
        state: "MT",
        zipcode: "59601",
      },
      3: {
        externalId: "2",
        firstname: "Bo",
        lastname: "Lee",
        phone: "4065550145",
        currentAddress: "2 Oak Ave",
        city: "New York",
        state: "NY",
        zipcode: "10001-1234",
      },
      4: {
        externalId: "3",
        firstname: "Cy",
        lastname: "Moe",
        phone: "4065550146",
        currentAddress: "PO Box 9",
        city: "Boston",
        state: "MA",
        zipcode: "02139",
      },
      5: {
        externalId: "4",
        firstname: "Di",
        lastname: "Noe",
        phone: "4065550147",
        currentAddress: "4 Elm St",
        city: "Charleston",
        state: "WV",
      },
      6: {
        externalId: "5",
        firstname: "Ed",
        lastname: "Poe",
        phone: "4065550148",
        currentAddress: "5 Fir St",
      },
    },
    found: [
      "2: mended, phone: its extension was left out.",
      "3: mended, cityStateZip: the state was written out.",
      "4: mended, cityStateZip: a zero in front was lost.",
      "5: mended, cityStateZip: the state was written out.",
      "6: left empty, cityStateZip: a city and a state are needed, like Helena, MT 59601.",
    ],
  },
  "51-rows-that-end-early.csv": {
    rows: {
      2: {
        externalId: "1",
        businessName: "A Co",
        city: "Helena",
        state: "MT",
        zipcode: "59601",
        phone: "4065550144",
      },
      3: { externalId: "2", businessName: "B Co", city: "Butte", state: "MT" },
      4: { externalId: "3", businessName: "C Co", city: "Havre", state: "MT", zipcode: "59501" },
      5: "the row has 3 cells where the header has 6",
      6: "the row has 4 cells where the header has 6",
      7: "the row has 2 cells where the header has 6",
      8: {
        externalId: "6",
        businessName: "F Co",
        city: "Helena",
        state: "MT",
        zipcode: "59601",
        phone: "4065550149",
      },
    },
    found: [
      "3: mended, the row ends 2 cells early, which is taken as empty.",
      "4: mended, the row ends a cell early, which is taken as empty.",
    ],
  },
};
