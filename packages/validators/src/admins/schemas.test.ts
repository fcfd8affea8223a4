import { expect, test } from "vitest";
import { CreateAdmin } from "./schemas.ts";

const admin = {
  email: "Sam@Lender.Example",
  fullName: " Sam Lee ",
  role: "EMPLOYEE",
  password: "fifteen letters",
};

test("a new admin is kept with a trimmed name and a lower-case e-mail, again and again", () => {
  const once = CreateAdmin.parse(admin);
  expect(once).toEqual({ ...admin, email: "sam@lender.example", fullName: "Sam Lee", paymentFlag: false });
  expect(CreateAdmin.parse(once)).toEqual(once);
});

test.each([
  { password: "fourteen chars" },
  { password: "x".repeat(201) },
  { role: "OWNER" },
  { fullName: " " },
  { email: "sam" },
  { status: "ACTIVE" },
])("a new admin with %j is refused", (change) => {
  expect(CreateAdmin.safeParse({ ...admin, ...change }).success).toBe(false);
});
