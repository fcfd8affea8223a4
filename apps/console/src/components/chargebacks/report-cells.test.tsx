import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { manualRowClass, RetriesCell } from "./report-cells.tsx";

it("a report has words and colour from five attempts on, and neither before", () => {
  const { rerender } = render(<RetriesCell attempts={4} />);
  expect(screen.queryByText("Manual processing")).toBeNull();
  expect(manualRowClass({ reprocessingAttempts: 4 })).toBeUndefined();
  rerender(<RetriesCell attempts={5} />);
  expect(screen.getByText("Manual processing")).toBeTruthy();
  expect(manualRowClass({ reprocessingAttempts: 5 })).toContain("danger");
});
