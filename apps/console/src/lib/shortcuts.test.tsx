import { fireEvent, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { SheetContent, Sheet as SheetRoot } from "@/ui/sheet.tsx";
import { setPreferences } from "./preferences.ts";
import { useShortcut, useShortcuts } from "./shortcuts.ts";

function Page({ onUsers, onPalette }: { onUsers: () => void; onPalette: () => void }) {
  useShortcut({ keys: "g u", label: "Users", group: "Navigation" }, onUsers);
  useShortcut({ keys: "mod+k", label: "Search", group: "General" }, onPalette);
  return <input aria-label="field" />;
}

function setUp() {
  const onUsers = vi.fn<() => void>();
  const onPalette = vi.fn<() => void>();
  return {
    user: userEvent.setup(),
    ...render(<Page onUsers={onUsers} onPalette={onPalette} />),
    onUsers,
    onPalette,
  };
}

it("runs a sequence once its last key is pressed", async () => {
  const { user, onUsers } = setUp();
  await user.keyboard("g");
  expect(onUsers).not.toHaveBeenCalled();
  await user.keyboard("u");
  expect(onUsers).toHaveBeenCalledOnce();
});

it("runs a sequence whose second key comes five seconds later", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { onUsers } = setUp();
  fireEvent.keyDown(document.body, { key: "g" });
  vi.advanceTimersByTime(5_000);
  fireEvent.keyDown(document.body, { key: "u" });
  expect(onUsers).toHaveBeenCalledOnce();
});

it.each([
  ["another key", "gxu"],
  ["Escape", "g{Escape}u"],
])("ends an open sequence with %s", async (_what, keys) => {
  const { user, onUsers } = setUp();
  await user.keyboard(keys);
  expect(onUsers).not.toHaveBeenCalled();
});

it("ends an open sequence with a click", async () => {
  const { user, onUsers } = setUp();
  await user.keyboard("g");
  await user.click(document.body);
  await user.keyboard("u");
  expect(onUsers).not.toHaveBeenCalled();
});

it("leaves single keys to the field that is being typed in, but not the palette's", async () => {
  const { user, onUsers, onPalette, getByLabelText } = setUp();
  await user.type(getByLabelText("field"), "gu");
  expect(onUsers).not.toHaveBeenCalled();
  await user.keyboard("{Control>}k{/Control}");
  expect(onPalette).toHaveBeenCalledOnce();
});

it("runs a single key over an open sheet only if the sheet registered it, and not in its fields", async () => {
  const onPage = vi.fn<() => void>();
  const onSheet = vi.fn<() => void>();
  function Sheet() {
    useShortcut({ keys: "n", label: "Next item", group: "This page", inDialog: true }, onSheet);
    return (
      <SheetRoot open>
        <SheetContent>
          <button type="button">Close</button>
          <input aria-label="note" />
        </SheetContent>
      </SheetRoot>
    );
  }
  function Under() {
    useShortcut({ keys: "n", label: "Open top item", group: "This page" }, onPage);
    useShortcut({ keys: "e", label: "Done", group: "This page" }, onPage);
    return <Sheet />;
  }
  const user = userEvent.setup();
  const { getByLabelText, getByText } = render(<Under />);
  await expect.poll(() => document.activeElement).toBe(getByText("Close"));
  await user.keyboard("ne");
  expect([onSheet.mock.calls.length, onPage.mock.calls.length]).toEqual([1, 0]);
  await user.type(getByLabelText("note"), "n");
  expect(onSheet).toHaveBeenCalledOnce();
});

it("lists a key that the browser handles, and leaves it to the browser", () => {
  function List() {
    useShortcut({ keys: "Enter", label: "Open the row", group: "This page" }, null);
    return <p>{useShortcuts().map(({ label }) => label)}</p>;
  }
  const { getByText } = render(<List />);
  expect(getByText("Open the row")).toBeTruthy();
  expect(fireEvent.keyDown(document.body, { key: "Enter" })).toBe(true);
});

it("does nothing on single keys once they are switched off", async () => {
  const { user, onUsers, onPalette } = setUp();
  setPreferences({ singleKeyShortcuts: false });
  await user.keyboard("gu{Meta>}k{/Meta}");
  expect(onUsers).not.toHaveBeenCalled();
  expect(onPalette).toHaveBeenCalledOnce();
});

it("forgets a shortcut with the component that offered it", async () => {
  const { user, onUsers, unmount } = setUp();
  unmount();
  await user.keyboard("gu");
  expect(onUsers).not.toHaveBeenCalled();
});
