import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ResendButton } from "./resend-button.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("offers another code after thirty seconds, and waits again once it was asked for", async () => {
  const onResend = vi.fn<() => void>();
  render(<ResendButton pending={false} onResend={onResend} />);
  screen.getByRole("button", { name: "Resend in 30 s" }).click();
  expect(onResend).not.toHaveBeenCalled();
  for (let second = 0; second < 30; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
  await act(async () => screen.getByRole("button", { name: "Resend" }).click());
  expect(onResend).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Resend in 30 s" })).toBeTruthy();
});
