import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { anItem } from "@/components/work/testing/an-item.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { AnswerDate } from "./answer-date.tsx";
import { WorkForms } from "./work-forms.tsx";

it("Ctrl+Enter in the answer date of a chargeback saves the date and does not end the item", async () => {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "ADMIN" }));
  const saved: RouterInputs["chargebacks"]["setAnswerDate"][] = [];
  const finished: unknown[] = [];
  mockTrpc.mutation("chargebacks.setAnswerDate", ({ input }) => {
    saved.push(input);
    return { answerBy: input.answerBy, message: "The answer date was saved." };
  });
  mockTrpc.mutation("work.finish", ({ input }) => {
    finished.push(input);
    return { kind: input.kind, key: input.key };
  });
  const item = anItem({ kind: "CHARGEBACK" });
  const { user } = renderPage(
    <>
      <AnswerDate item={item} disabledReason={null} />
      <WorkForms item={item} staff={[]} disabledReason={null} onDone={() => undefined} />
    </>,
  );
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Save the date" }).getAttribute("aria-disabled")).toBeNull(),
  );
  await user.type(await screen.findByLabelText("Answer by (ET)"), "20261210{Control>}{Enter}{/Control}");
  await waitFor(() => expect(saved).toMatchObject([{ answerBy: "2026-12-10", was: null }]));
  expect(finished).toEqual([]);
});
