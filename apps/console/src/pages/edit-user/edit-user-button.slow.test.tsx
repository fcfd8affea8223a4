import { ROLES } from "@countinghouse/validators/roles";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { findEnabledButton, openUserPage } from "../user-detail/testing/user-page.tsx";

it.each(ROLES.filter((role) => role !== "VIEWER" && role !== "AUDITOR"))(
  "Edit User leads the role %s to the form",
  async (role) => {
    const { user } = openUserPage({ role });
    await user.click(await findEnabledButton("Edit User"));
    expect(address()).toBe("/admin/edit-user?id=10001");
  },
);

it.each(["VIEWER", "AUDITOR"] as const)(
  "Edit User is held for the role %s, with the reason",
  async (role) => {
    openUserPage({ role });
    const description = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
    expect(await screen.findByRole("button", { name: "Edit User", description })).toBeTruthy();
  },
);
