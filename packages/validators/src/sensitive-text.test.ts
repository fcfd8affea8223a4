import { expect, it } from "vitest";
import { looksSensitive } from "./sensitive-text.ts";

it.each([
  "123-45-6789",
  "123456789",
  "maria@example.com",
  "(212) 555-0144",
  "555-0144",
  "4111 1111 1111 1111",
])("%s may name a person", (text) => expect(looksSensitive(text)).toBe(true));

it.each(["48213", "Delgado", "Mott Street 41", "Cafe 2020", "12345678", ""])("%j names nobody", (text) =>
  expect(looksSensitive(text)).toBe(false),
);
