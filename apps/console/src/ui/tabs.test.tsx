import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Tabs } from "./tabs.tsx";

const TABS = ["one", "two", "three"].map((value) => ({ value, label: `Tab ${value}` }));

function Three() {
  const [value, setValue] = useState("one");
  return (
    <Tabs label="Numbers" tabs={TABS} value={value} onChange={setValue}>
      Panel {value}
    </Tabs>
  );
}

const focused = () => document.activeElement?.textContent;
const panel = () => screen.getByRole("tabpanel").textContent;

it("a tab is chosen by pressing it, and names what it holds", async () => {
  const user = userEvent.setup();
  render(<Three />);
  await user.click(screen.getByRole("tab", { name: "Tab two" }));
  expect(screen.getByRole("tab", { name: "Tab two", selected: true })).toBeTruthy();
  expect(screen.getByRole("tabpanel", { name: "Tab two" }).textContent).toBe("Panel two");
});

it("the list is one stop of the Tab key; arrows, Home and End move within it, and around its ends", async () => {
  const user = userEvent.setup();
  render(<Three />);
  await user.tab();
  expect(focused()).toBe("Tab one");
  const seen: (string | null | undefined)[] = [];
  for (const key of ["{ArrowRight}", "{End}", "{ArrowRight}", "{ArrowLeft}", "{Home}"]) {
    await user.keyboard(key);
    seen.push(focused());
    expect(panel()).toBe(focused()?.replace("Tab", "Panel"));
  }
  expect(seen).toEqual(["Tab two", "Tab three", "Tab one", "Tab three", "Tab one"]);
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});
