import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
const ids: Record<string, number> = {};

const PEOPLE = {
  maria: {
    firstname: "Maria",
    lastname: "Delgado",
    email: "maria.d@example.com",
    phone: "2125550144",
    currentAddress: "41 Mott St, New York",
  },
  mariana: { firstname: "Mariana", lastname: "Delgado Ruiz", email: "mdr@example.com", phone: "3105550144" },
  oneil: { firstname: "Seán", lastname: "O'Neil", email: "sean@example.org", phone: "6465557919" },
  li: { firstname: "Jo", lastname: "Li", email: "jo.li@mail.test" },
  ng: { firstname: "Al", lastname: "Ng" },
  bakery: {
    firstname: "",
    lastname: "",
    businessName: "A1 Bakery & Söhne",
    companyName: "Sunrise Holdings LLC",
  },
  percent: { firstname: "100%", lastname: "Under_score", businessName: "Back\\slash" },
  arabic: { firstname: "محمد", lastname: "عبد الرحمن" },
  emoji: { firstname: "🦄🦄🦄", lastname: "Star" },
};

beforeAll(async () => {
  api = await createTestApi();
  for (const [name, facts] of Object.entries(PEOPLE)) ids[name] = (await api.user(facts)).id;
});
afterAll(() => api.close());

/** Returns the keys in PEOPLE of the users found. */
async function search(query: string): Promise<string[]> {
  const { users, totalRecords } = await (await api.as("VIEWER")).users.list({ query, limit: 200 });
  expect(totalRecords).toBe(users.length);
  return users.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? String(id));
}

describe("a search finds a user by", () => {
  it.each([
    ["a first name, whatever the case", "MARIANA", ["mariana"]],
    ["a part of a name", "elgad", ["maria", "mariana"]],
    ["two words in either order", "delgado maria", ["maria", "mariana"]],
    ["words that all must be there", "delgado ruiz", ["mariana"]],
    ["words with any blanks around and between", "  maria \t  ruiz ", ["mariana"]],
    ["a name with an apostrophe", "o'neil", ["oneil"]],
    ["a name with a curly apostrophe", "O’Neil", ["oneil"]],
    ["a name with an accent", "seán", ["oneil"]],
    ["a part of the e-mail", "@example.com", ["maria", "mariana"]],
    ["a business name", "bakery", ["bakery"]],
    ["a company name", "sunrise holdings", ["bakery"]],
    ["another script", "محمد", ["arabic"]],
    ["emoji", "🦄🦄🦄", ["emoji"]],
    ["a part of a phone number", "55501", ["maria", "mariana"]],
    ["a part of a phone number as it is written", "555-7919", ["oneil"]],
    ["a name as it is written in a list", "Delgado, Maria", ["maria", "mariana"]],
    ["an address", "41 Mott", ["maria"]],
    [
      "more words than are looked at, by the first five",
      "maria delgado maria delgado maria nonsense",
      ["maria", "mariana"],
    ],
  ])("%s", async (_what, query, names) => {
    expect(await search(query)).toEqual(names);
  });

  it("an id as the console writes it: #10001", async () => {
    const { id } = await api.user({ firstname: "Written" });
    const { users } = await (await api.as("VIEWER")).users.list({ query: `#${id}` });
    expect(users.map((user) => user.id)).toContain(id);
  });

  it("the whole id", async () => {
    const { id } = await api.user({ firstname: "Numbered" });
    const padded = String(id);
    const { users } = await (await api.as("VIEWER")).users.list({ query: padded });
    expect(users.map((user) => user.id)).toContain(id);
  });

  it.each([
    "2125550144",
    "212-555-0144",
    "(212) 555-0144",
    "+1 (212) 555-0144",
    "1.212.555.0144",
    "212–555–0144",
  ])("the phone number typed as %s", async (query) => {
    expect(await search(query)).toEqual(["maria"]);
  });
});

describe("a word of one or two letters", () => {
  it.each([
    ["is the start of a first name", "jo", ["li"]],
    ["is the start of a last name", "Ng", ["ng"]],
    ["is the start of a business name", "A1", ["bakery"]],
    ["finds nobody in the middle of a name", "ri", []],
    ["beside another finds the two names together", "jo li", ["li"]],
    ["finds two names in either order", "Ng Al", ["ng"]],
    ["beside another is not found when only one fits", "jo ng", []],
    ["beside a longer one must be anywhere", "jo mail", ["li"]],
  ])("%s", async (_what, query, names) => {
    expect(await search(query)).toEqual(names);
  });

  it("is an id when it is a number", async () => {
    const [first] = Object.values(ids);
    expect(first).toBeLessThan(100);
    expect(await search(String(first))).toContain("maria");
  });
});

describe("a character that is special in SQL is plain text", () => {
  it.each([
    ["%", []],
    ["_", []],
    ["%%%", []],
    ["___", []],
    ["100%", ["percent"]],
    ["10_%", []],
    ["under_score", ["percent"]],
    ["underXscore", []],
    ["back\\slash", ["percent"]],
    ["\\\\\\", []],
    ["'; DROP TABLE users; --", []],
    ["$1", []],
  ])("%s", async (query, names) => {
    expect(await search(query)).toEqual(names);
  });
});

it("an empty search, or one of blanks, lists all users", async () => {
  for (const query of ["", "   "]) {
    expect((await search(query)).length).toBeGreaterThanOrEqual(Object.keys(PEOPLE).length);
  }
});
