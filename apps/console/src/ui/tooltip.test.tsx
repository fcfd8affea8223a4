import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Tooltip } from "./tooltip.tsx";

const popup = () => document.querySelector("[data-slot=tooltip-content]");

function setUp({ onPress = false } = {}) {
  render(
    <Tooltip content="Expired cards can not be activated" onPress={onPress}>
      <button type="button">Activate</button>
    </Tooltip>,
  );
  return { user: userEvent.setup(), control: screen.getByRole("button") };
}

it("explains what the pointer rests on, and nothing once it has left", async () => {
  const { user, control } = setUp();
  expect(popup()).toBeNull();
  await user.hover(control);
  await waitFor(() => expect(popup()?.textContent).toBe("Expired cards can not be activated"));
  await user.unhover(control);
  await waitFor(() => expect(popup()).toBeNull());
});

it("explains what the keyboard comes to, and leaves the focus there while its code is fetched", async () => {
  const { user, control } = setUp();
  await user.tab();
  await waitFor(() => expect(popup()).not.toBeNull());
  expect(document.activeElement).toBe(control);
  expect(screen.getByRole("button")).toBe(control);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(popup()).toBeNull());
  expect(document.activeElement).toBe(control);
});

it("stays while the pointer is on it, so that it can be read and copied", async () => {
  const { user, control } = setUp();
  await user.hover(control);
  await waitFor(() => expect(popup()).not.toBeNull());
  const shown = popup();
  if (shown) await user.hover(shown);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(popup()).toBe(shown);
});

it.each(["mouse", "touch"] as const)(
  "of a control that is held says on a press by %s why, until one presses elsewhere",
  async (pointer) => {
    const { user, control } = setUp({ onPress: true });
    const press = (target: Element) =>
      user.pointer([{ keys: pointer === "touch" ? "[TouchA]" : "[MouseLeft]", target }]);
    await press(control);
    await waitFor(() => expect(popup()?.textContent).toBe("Expired cards can not be activated"));
    await press(control);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(popup()?.textContent).toBe("Expired cards can not be activated");
    await press(document.body);
    await waitFor(() => expect(popup()).toBeNull());
  },
);
