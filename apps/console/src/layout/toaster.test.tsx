import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepToken } from "@/lib/session.ts";
import { toast } from "@/lib/toast.ts";
import { tokenFor } from "@/test/render-page.tsx";
import Toaster from "./toaster.tsx";

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const said = () => screen.queryByText("Saved")?.closest<HTMLElement>("[data-sonner-toast]") ?? null;

async function say() {
  render(<Toaster />);
  toast.success("Saved");
  await pass(100);
  const shown = said();
  if (!shown) throw new Error("Nothing was said.");
  return shown;
}

it("a toast goes after some seconds", async () => {
  await say();
  await pass(3_000);
  expect(said()).not.toBeNull();
  await pass(2_000);
  expect(said()).toBeNull();
});

it("one that has the focus stays until the focus goes on", async () => {
  const shown = await say();
  act(() => shown.focus());
  await pass(MINUTE_MS);
  expect(said()).not.toBeNull();
  act(() => shown.blur());
  await pass(3_000);
  expect(said()).not.toBeNull();
  await pass(2_000);
  expect(said()).toBeNull();
});

it("one under the pointer stays until the pointer goes on", async () => {
  const shown = await say();
  const list = shown.closest("ol") ?? shown;
  fireEvent.mouseEnter(list);
  await pass(MINUTE_MS);
  expect(said()).not.toBeNull();
  fireEvent.mouseLeave(list);
  await pass(5_000);
  expect(said()).toBeNull();
});

it("all are gone on Escape, but not while Escape closes something else", async () => {
  await say();
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  fireEvent.keyDown(document.body, { key: "Escape" });
  await pass(500);
  expect(said()).not.toBeNull();
  dialog.remove();
  fireEvent.keyDown(document.body, { key: "Escape" });
  await vi.waitFor(async () => {
    await pass(500);
    expect(said()).toBeNull();
  });
});

it("'Unauthorized User' is gone once an admin has signed in again", async () => {
  render(<Toaster />);
  toast.error("Unauthorized User");
  await pass(100);
  expect(screen.getByText("Unauthorized User")).toBeTruthy();
  act(() => keepToken(tokenFor({ sub: "admin-1" })));
  await vi.waitFor(async () => {
    await pass(500);
    expect(screen.queryByText("Unauthorized User")).toBeNull();
  });
});
