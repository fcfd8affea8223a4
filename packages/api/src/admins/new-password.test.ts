import { STAFF_TEXTS as TEXT } from "@countinghouse/validators/admins/rules";
import { NewPassword } from "@countinghouse/validators/admins/schemas";
import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, it } from "vitest";
import { whyNotSetPassword } from "./new-password.ts";

const OWNER = {
  email: "ines.kaur@brightlending.example",
  fullName: "Inés Kaur-Whitfield",
  consoleUrl: "https://desk.brightlending.example",
};
const why = (password: string) => whyNotSetPassword(password, OWNER);

it("those that leaked most often are refused, every one of the list that is long enough", async () => {
  const long = dictionary["passwords-common"].filter((each) => NewPassword.safeParse(each).success);
  expect(dictionary["passwords-common"].length).toBeGreaterThan(40_000);
  expect(long.length).toBeGreaterThan(10);
  const taken: string[] = [];
  for (const each of long) if ((await why(each)) === null) taken.push(each);
  expect(taken).toEqual([]);
});

it.each([
  "passwordpassword",
  "password1234567890",
  "Password2026!!!",
  "qwertyuiopasdfghjkl",
  "1234567890123456",
  "iloveyouforever",
  "aaaaaaaaaaaaaaaaaaaa",
  "abcdefghijklmnopqrst",
])("what is made of them is, too: %s", async (password) => {
  expect(await why(password)).toBe(TEXT.passwordCommon);
});

it.each([
  ["the product", "Countinghouse-2026"],
  ["the company", "BrightLending#2026"],
  ["the company's host", "brightlending.example"],
  ["their address", "ines.kaur@brightlending.example"],
  ["their name", "Kaur-Whitfield1"],
  ["all of them", "kaur.countinghouse.whitfield"],
])("what is made of %s is refused: %s", async (_what, password) => {
  expect(await why(password)).toBe(TEXT.passwordOfNames);
});

it.each([
  "correct horse battery staple",
  "Kaur keeps seven green kites",
  "v9#Lq2!mZx77pRte",
  "ключ от старой двери",
])("any other is taken: %s", async (password) => {
  expect(await why(password)).toBeNull();
});
