import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { OTHER, openWork, serveWork, type WorkDesk, workTable } from "./testing/work-desk.tsx";

let desk: WorkDesk;
beforeEach(() => {
  desk = serveWork();
});

async function tickBoth() {
  const { user } = openWork();
  await workTable();
  await user.click(await screen.findByRole("checkbox", { name: "Select item MANUAL_REVIEW:501" }));
  await user.click(await screen.findByRole("checkbox", { name: "Select item MANUAL_REVIEW:502" }));
  await screen.findByText("2 selected");
  return user;
}

it("sends Done for each ticked item with its own request id, and Undo reopens each", async () => {
  const finished: RouterInputs["work"]["finish"][] = [];
  mockTrpc.mutation("work.finish", ({ input }) => {
    finished.push(input);
    return { kind: input.kind, key: input.key };
  });
  const user = await tickBoth();
  await screen.findByRole("button", { name: "Done" });
  await user.keyboard("e");
  const dialog = within(await screen.findByRole("dialog", { name: "Done: 2 items" }));
  await user.type(dialog.getByRole("textbox", { name: "What was done" }), "Called both.");
  await user.click(dialog.getByRole("button", { name: "Done: 2 items" }));
  expect(await screen.findByText("2 items done.")).toBeTruthy();
  expect(finished.map(({ key, reason }) => [key, reason])).toEqual([
    ["501", "Called both."],
    ["502", "Called both."],
  ]);
  expect(new Set(finished.map(({ requestId }) => requestId)).size).toBe(2);
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(desk.reopened.map(({ key }) => key)).toEqual(["501", "502"]));
});

it("says how many items were assigned, and which ones were refused and why", async () => {
  mockTrpc.mutation("work.assign", ({ input }) => {
    if (input.key === "502") throw mockTrpc.refusal("CONFLICT", { message: "Ben Ortiz is working on it." });
    return { kind: input.kind, key: input.key };
  });
  const user = await tickBoth();
  await user.click(await screen.findByRole("button", { name: "Assign" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Assign: 2 items" }));
  await user.click(dialog.getByRole("combobox", { name: "Assignee" }));
  await user.click(await screen.findByRole("option", { name: OTHER.name }));
  await user.click(dialog.getByRole("button", { name: "Assign: 2 items" }));
  expect(await screen.findByText("1 item: Assigned to Ben Ortiz.")).toBeTruthy();
  const refused = within(await screen.findByRole("alert"));
  expect(refused.getByText(/1 of 2 succeeded/)).toBeTruthy();
  expect(refused.getByText(/Manual Review of 10002 Ana Diaz: Ben Ortiz is working on it./)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Assign: 1 item" })).toBeTruthy();
});

it("sends Snooze with its day for each ticked item", async () => {
  const snoozed: string[] = [];
  mockTrpc.mutation("work.snooze", ({ input }) => {
    snoozed.push(`${input.key} ${input.until}`);
    return { kind: input.kind, key: input.key };
  });
  const user = await tickBoth();
  await screen.findByRole("button", { name: "Snooze" });
  await user.keyboard("s");
  const dialog = within(await screen.findByRole("dialog", { name: "Snooze: 2 items" }));
  const until = dialog.getByLabelText<HTMLInputElement>("Until (ET)").value;
  await user.click(dialog.getByRole("button", { name: "Snooze: 2 items" }));
  await waitFor(() => expect(snoozed).toEqual([`501 ${until}`, `502 ${until}`]));
});
