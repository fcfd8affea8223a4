import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { toast, waitingToasts } from "@/lib/toast.ts";
import { ToastOutlet } from "./toast-outlet.tsx";

const Gone = (): never => {
  throw new Error("The toaster did not come.");
};

afterEach(() => {
  waitingToasts.set([]);
  vi.restoreAllMocks();
});

it("says what was to be said without the toaster when that fails, and the page stays", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  render(
    <>
      the page
      <ToastOutlet toaster={Gone} />
    </>,
  );
  toast.success("Payment processed successfully");
  toast.error("Something went wrong", { description: "Request 42" });
  expect(await screen.findByText("Payment processed successfully")).toBeTruthy();
  expect(screen.getByText("Something went wrong Request 42")).toBeTruthy();
  expect(screen.getByText("the page")).toBeTruthy();
});
