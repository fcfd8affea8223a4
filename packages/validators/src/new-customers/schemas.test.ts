import { expect, test } from "vitest";
import { UNASSIGNED_EIN } from "../contact/schemas.ts";
import { CreateUser, UNISSUED_SSN } from "./schemas.ts";

const typed = {
  firstname: "Ana",
  lastname: "Diaz",
  companyName: "",
  email: "",
  phone: "",
  ssn: "",
  ein: "",
  currentAddress: "",
  city: "",
  state: "",
  zipcode: "",
};

const messageOf = (changed: Partial<typeof typed>): string | undefined =>
  CreateUser.safeParse({ ...typed, ...changed }).error?.issues[0]?.message;

test.each([
  [{ ssn: "000-12-3456" }, UNISSUED_SSN],
  [{ ssn: "666-12-3456" }, UNISSUED_SSN],
  [{ ssn: "912-34-5678" }, UNISSUED_SSN],
  [{ ssn: "123-00-4567" }, UNISSUED_SSN],
  [{ ssn: "123-45-0000" }, UNISSUED_SSN],
  [{ ein: "07-0123456" }, UNASSIGNED_EIN],
  [{ ein: "00-0000000" }, UNASSIGNED_EIN],
  [{ ssn: "123-45-6789", ein: "12-3456789" }, undefined],
])("a new customer has no number that was never assigned: %j", (changed, message) => {
  expect(messageOf(changed)).toBe(message);
});
