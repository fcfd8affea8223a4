import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Later } from "./later.tsx";
import { seeEverything } from "./testing/screen.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const section = ({ isReady }: { isReady: boolean }) => (
  <Later isReady={isReady}>{(hasTurn) => (hasTurn ? "loads" : "waits")}</Later>
);

it("a section that nobody comes near loads five seconds after the page is ready, not before", () => {
  const { rerender } = render(section({ isReady: false }));
  act(() => void vi.advanceTimersByTime(20_000));
  rerender(section({ isReady: true }));
  act(() => void vi.advanceTimersByTime(4_999));
  expect(screen.getByText("waits")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText("loads")).toBeTruthy();
});

it("a section near the screen loads at once when the page is ready", async () => {
  seeEverything();
  const { rerender } = render(section({ isReady: false }));
  await act(() => Promise.resolve());
  expect(screen.getByText("waits")).toBeTruthy();
  rerender(section({ isReady: true }));
  await act(() => Promise.resolve());
  expect(screen.getByText("loads")).toBeTruthy();
});

it("a section whose turn it was keeps it", async () => {
  seeEverything();
  const { rerender } = render(section({ isReady: true }));
  await act(() => Promise.resolve());
  rerender(section({ isReady: false }));
  expect(screen.getByText("loads")).toBeTruthy();
});
