import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RootBoundary } from "./root-boundary.tsx";

const Broken = ({ error }: { error: Error }): never => {
  throw error;
};

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

it("leaves no white page of what nothing else caught, but a way on and the request it is about", () => {
  const error = Object.assign(new Error("Something went wrong"), {
    data: { code: "INTERNAL_SERVER_ERROR", correlationId: "0f6f5f5c-7d0b" },
  });
  render(
    <RootBoundary>
      <Broken error={error} />
    </RootBoundary>,
  );
  expect(screen.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeTruthy();
  expect(screen.getByText("0f6f5f5c-7d0b")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
});

it("tells nothing of the code that failed", () => {
  render(
    <RootBoundary>
      <Broken error={new TypeError("Cannot read properties of undefined (reading 'ssn')")} />
    </RootBoundary>,
  );
  expect(document.body.textContent).not.toContain("undefined");
  expect(screen.queryByText("Request id")).toBeNull();
});
