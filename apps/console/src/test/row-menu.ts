import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect } from "vitest";

type Scope = Pick<typeof screen, "findByRole">;

/** Opens the menu of a row and returns the action with this name. `of` names the row. */
export async function findRowAction(
  user: UserEvent,
  of: string | RegExp,
  name: string | RegExp,
  scope: Scope = screen,
): Promise<HTMLElement> {
  const row = typeof of === "string" ? `Actions of ${of}` : of;
  if (screen.queryByRole("menu") === null) await user.click(await scope.findByRole("button", { name: row }));
  return within(await screen.findByRole("menu")).findByRole("menuitem", { name });
}

/** Chooses an action in the menu of a row, once it is enabled. */
export async function chooseRowAction(...args: Parameters<typeof findRowAction>): Promise<void> {
  const item = await findRowAction(...args);
  await waitFor(() => expect(item.getAttribute("aria-disabled")).not.toBe("true"));
  await args[0].click(item);
}

/** Expects the action to be disabled for this reason, and closes the menu. */
export async function expectRowReason(
  reason: string | RegExp,
  ...args: Parameters<typeof findRowAction>
): Promise<void> {
  const item = await findRowAction(...args);
  await waitFor(() => {
    expect(item.getAttribute("aria-disabled")).toBe("true");
    expect(document.getElementById(item.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(reason);
  });
  await args[0].keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
}
