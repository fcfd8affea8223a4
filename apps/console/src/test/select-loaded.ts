import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

/** Clicks the box in the head of a table once rows are loaded. */
export async function selectLoaded(user: UserEvent): Promise<void> {
  const box = await waitFor(() => {
    const found = screen.getByRole("checkbox", { name: "Select all rows that are loaded" });
    expect(found.getAttribute("aria-disabled")).not.toBe("true");
    return found;
  });
  await user.click(box);
}
