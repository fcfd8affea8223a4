import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { chooseRowAction, expectRowReason } from "@/test/row-menu.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { findSection, openUserSection, USER_ID } from "../testing/user-page.tsx";
import { type Promised, PromisesSection } from "./promises-section.tsx";

const PROMISE: Promised = {
  id: "0190c1a0-0000-7000-8000-0000000000d1",
  amountCents: 2_000,
  dueOn: "2026-11-24",
  madeAt: new Date("2026-11-20T16:40:00Z"),
  madeBy: "Sofia Alvarez",
  endedAt: null,
  endedBy: null,
  version: 1,
  paidCents: 500,
  state: "OPEN",
};

async function openSection(promises: Promised[]) {
  mockTrpc.query("promises.list", () => promises);
  const { user } = openUserSection(() => <PromisesSection userId={USER_ID} hasTurn />, { role: "EMPLOYEE" });
  return { user, region: await findSection("Promises") };
}

it("shows the promised and the paid amount, and ends an open promise", async () => {
  const { user, region } = await openSection([PROMISE]);
  for (const text of ["2026-11-24", "$20.00", "$5.00", "Open", "Sofia Alvarez"])
    expect(await region.findByText(text)).toBeTruthy();
  const sent: unknown[] = [];
  mockTrpc.mutation("promises.end", ({ input }) => {
    sent.push(input);
    mockTrpc.query("promises.list", () => [{ ...PROMISE, version: 2, state: "ENDED" as const }]);
    return { version: 2, message: "The promise has ended." };
  });
  await chooseRowAction(user, "the promise until 2026-11-24", "End");
  expect(await region.findByText("Ended")).toBeTruthy();
  expect(sent).toEqual([{ promiseId: PROMISE.id, version: 1, requestId: expect.any(String) }]);
  await expectRowReason(/./, user, "the promise until 2026-11-24", "End");
});

it("changes the version of a promise that the page shows", async () => {
  const { user } = await openSection([PROMISE]);
  const sent: unknown[] = [];
  mockTrpc.mutation("promises.change", ({ input }) => {
    sent.push(input);
    return { version: 2, message: "The promise was changed." };
  });
  await chooseRowAction(user, "the promise until 2026-11-24", "Change");
  const form = within(await screen.findByRole("dialog", { name: "Change promise" }));
  const amount = form.getByLabelText("Amount (USD)");
  await user.clear(amount);
  await user.type(amount, "15");
  await user.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { promiseId: PROMISE.id, version: 1, amountCents: 1_500, dueOn: "2026-11-24" },
    ]),
  );
});
