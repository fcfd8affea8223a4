import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { StatusBadge, statusTone } from "./status-badge.tsx";

it.each([
  ["Approved", "success"],
  ["SUCCESS", "success"],
  ["Expired", "warning"],
  ["Pending", "pending"],
  ["FAILED", "danger"],
  ["ACTIVE", "success"],
  ["Cancelled", "neutral"],
  ["A status of another system", "neutral"],
] as const)("gives “%s” the same tone on every page", (word, tone) => {
  expect(statusTone(word)).toBe(tone);
});

it("shows a status with a sign beside its word", () => {
  render(<StatusBadge>Failed</StatusBadge>);
  const badge = screen.getByText("Failed");
  expect(badge.querySelector("svg")).toBeTruthy();
  expect(badge.className).toContain("danger");
});
