import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { chooseRowAction, findRowAction } from "@/test/row-menu.ts";
import { RowMenu } from "./row-menu.tsx";

it("shows several actions in one menu, by the pointer and by the keyboard", async () => {
  const user = userEvent.setup();
  const edit = vi.fn<() => void>();
  const remove = vi.fn<() => void>();
  const actions = [{ label: "Edit", onClick: edit }, null, { label: "Remove", onClick: remove }];
  render(<RowMenu of="user 7" actions={actions} />);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  await chooseRowAction(user, "user 7", "Edit");
  expect(edit).toHaveBeenCalledOnce();
  const trigger = await screen.findByRole("button", { name: "Actions of user 7" });
  trigger.focus();
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard("{ArrowDown}{Enter}");
  expect(remove).toHaveBeenCalledOnce();
});

it("says why an action is disabled, and does not do it", async () => {
  const user = userEvent.setup();
  const pay = vi.fn<() => void>();
  const disabledReason = "This payment date is paid.";
  render(
    <RowMenu
      of="user 7"
      actions={[
        { label: "Process Payment", onClick: pay, disabledReason },
        { label: "History", href: "/admin/audit" },
      ]}
    />,
  );
  const item = await findRowAction(user, "user 7", "Process Payment");
  expect(item.getAttribute("aria-disabled")).toBe("true");
  expect(document.getElementById(item.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    disabledReason,
  );
  await user.click(item);
  expect(pay).not.toHaveBeenCalled();
  expect(screen.getByRole("menuitem", { name: "History" }).getAttribute("href")).toBe("/admin/audit");
});

it("shows a single action as a button, and none as nothing", async () => {
  const copy = vi.fn<() => void>();
  const { container, rerender } = render(<RowMenu of="note" actions={[{ label: "Copy", onClick: copy }]} />);
  await userEvent.click(screen.getByRole("button", { name: "Copy note" }));
  expect(copy).toHaveBeenCalledOnce();
  rerender(<RowMenu of="note" actions={[null]} />);
  expect(container.textContent).toBe("");
});
