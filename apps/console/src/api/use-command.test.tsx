import { notes } from "@countinghouse/validators/notes/contract";
import { payments } from "@countinghouse/validators/payments/contract";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { useCommand } from "./use-command.ts";

const PAYMENT_ID = "0198a5d2-3c6f-7b1e-9c39-3d0b7a5f6e21";
const DONE = null;
const LOST = mockTrpc.refusal("INTERNAL_SERVER_ERROR");
const OVER = mockTrpc.refusal("CONFLICT", { details: { approvalId: PAYMENT_ID } });

beforeEach(signIn);

/** Clicks the buttons one after another, with these answers of the server, and returns the request ids that it received. */
async function click(page: React.ReactNode, clicks: readonly (readonly [string, Error | null])[]) {
  const sent: string[] = [];
  const answer = ({ input: { requestId } }: { input: { requestId: string } }) => {
    sent.push(requestId);
    const error = clicks[sent.length - 1]?.[1] ?? null;
    if (error !== null) throw error;
    return { id: PAYMENT_ID, message: "" };
  };
  mockTrpc.mutation("notes.create", answer as never);
  mockTrpc.mutation("payments.resolve", answer as never);
  const { user } = renderPage(page);
  for (const [index, [label]] of clicks.entries()) {
    await user.click(screen.getByText(label));
    await waitFor(() => expect(sent).toHaveLength(index + 1));
    await screen.findByText("Idle");
  }
  return sent;
}

function Notes() {
  const create = useCommand(notes.create);
  const add = (note: string) => (
    <button type="button" onClick={() => create.mutate({ userId: 7, note })}>
      {note}
    </button>
  );
  return (
    <>
      {add("Called")}
      {add("Wrote")}
      {create.isPending ? "Sending" : "Idle"}
    </>
  );
}

it("keeps the request id of an input until it succeeds", async () => {
  const sent = await click(<Notes />, [
    ["Called", LOST],
    ["Called", DONE],
    ["Called", DONE],
  ]);
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
});

it("keeps the request id of an input while another input succeeds", async () => {
  const sent = await click(<Notes />, [
    ["Called", LOST],
    ["Wrote", DONE],
    ["Called", DONE],
  ]);
  expect(sent[1]).not.toBe(sent[0]);
  expect(sent[2]).toBe(sent[0]);
});

it("makes a new request id after the approval of the command has ended", async () => {
  const sent = await click(<Notes />, [
    ["Called", OVER],
    ["Called", DONE],
  ]);
  expect(sent[1]).not.toBe(sent[0]);
});

it("keeps the request id when only values outside the request change, such as a passcode", async () => {
  function Resolve() {
    const resolve = useCommand(payments.resolve, { sameRequest: ({ reason }) => reason });
    const settle = (passcode: string) => (
      <button
        type="button"
        onClick={() =>
          resolve.mutate({ paymentId: PAYMENT_ID, outcome: "failed", reason: "Portal", passcode })
        }
      >
        {passcode}
      </button>
    );
    return (
      <>
        {settle("1111")}
        {settle("4711")}
        {resolve.isPending ? "Sending" : "Idle"}
      </>
    );
  }
  const sent = await click(<Resolve />, [
    ["1111", LOST],
    ["4711", DONE],
  ]);
  expect(sent[1]).toBe(sent[0]);
});
