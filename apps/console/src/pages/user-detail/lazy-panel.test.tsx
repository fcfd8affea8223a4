import { act, render, screen } from "@testing-library/react";
import { lazy } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Section } from "@/layout/section.tsx";
import { LazyPanel } from "./lazy-panel.tsx";
import { focusSection } from "./sections.ts";
import { seeEverything } from "./testing/screen.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const late = ({ isReady }: { isReady: boolean }) => (
  <LazyPanel ids={["crm"]} isReady={isReady}>
    {(hasTurn) => (hasTurn ? "loads" : "waits")}
  </LazyPanel>
);

it("a section that nobody comes near loads five seconds after the page is ready, not before", () => {
  const { rerender } = render(late({ isReady: false }));
  act(() => void vi.advanceTimersByTime(20_000));
  rerender(late({ isReady: true }));
  act(() => void vi.advanceTimersByTime(4_999));
  expect(screen.getByText("waits")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText("loads")).toBeTruthy();
});

it("a section near the screen loads at once when the page is ready", async () => {
  seeEverything();
  const { rerender } = render(late({ isReady: false }));
  await act(() => Promise.resolve());
  expect(screen.getByText("waits")).toBeTruthy();
  rerender(late({ isReady: true }));
  await act(() => Promise.resolve());
  expect(screen.getByText("loads")).toBeTruthy();
});

it("a section whose turn it was keeps it", async () => {
  seeEverything();
  const { rerender } = render(late({ isReady: true }));
  await act(() => Promise.resolve());
  rerender(late({ isReady: false }));
  expect(screen.getByText("loads")).toBeTruthy();
});

it("a reader who has gone to a section whose code is still coming stays at its heading", async () => {
  let arrive: (module: { default: () => React.ReactNode }) => void = () => undefined;
  const Crm = lazy(() => new Promise<{ default: () => React.ReactNode }>((resolve) => (arrive = resolve)));
  render(
    <LazyPanel ids={["crm"]} isReady>
      {() => <Crm />}
    </LazyPanel>,
  );
  focusSection("crm");
  const standIn = screen.getByRole("heading", { name: "CRM" });
  expect(document.activeElement).toBe(standIn);
  await act(async () => {
    arrive({
      default: () => (
        <Section id="crm" title="CRM">
          Waiting for Docs
        </Section>
      ),
    });
    await vi.advanceTimersByTimeAsync(1);
  });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  const section = screen.getByRole("heading", { name: "CRM" });
  expect(section).not.toBe(standIn);
  expect(document.activeElement).toBe(section);
});
