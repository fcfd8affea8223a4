import { expect, it } from "vitest";
import { nameInitials, userName } from "./user-name.ts";

const nobody = { id: 7, firstname: "", lastname: "", businessName: "" };

it("names a customer by name, else by business, else by number", () => {
  expect(userName({ ...nobody, firstname: "Maria", lastname: "Delgado", businessName: "Delgado LLC" })).toBe(
    "Maria Delgado",
  );
  expect(userName({ ...nobody, businessName: "Delgado LLC" })).toBe("Delgado LLC");
  expect(userName(nobody)).toBe("User 7");
});

it("takes initials from letters of any script, and skips other characters", () => {
  expect(nameInitials("maria delgado ruiz")).toBe("MD");
  expect(nameInitials("محمد عبد")).toBe("مع");
  expect(nameInitials("<b>Müller 🚚")).toBe("B");
});
