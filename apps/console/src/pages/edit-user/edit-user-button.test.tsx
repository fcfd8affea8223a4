import { ROLES } from "@countinghouse/validators/roles";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { findEnabledButton, openUserPage } from "../user-detail/testing/user-page.tsx";

it.each(ROLES.filter((role) => role !== "VIEWER"))(
  "Edit User leads the role %s to the form",
  async (role) => {
    const { user } = openUserPage({ role });
    await user.click(await findEnabledButton("Edit User"));
    expect(address()).toBe("/admin/edit-user?id=10001");
  },
);

it("Edit User is held for a VIEWER, with the reason", async () => {
  openUserPage({ role: "VIEWER" });
  const description = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
  expect(await screen.findByRole("button", { name: "Edit User", description })).toBeTruthy();
});
