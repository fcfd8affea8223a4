import { NOTES_MESSAGES } from "@countinghouse/validators/messages";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { trpc } from "./client.ts";
import { PENDING_UNTIL_READ } from "./read-again.ts";

const USER_ID = 7;
const REQUEST_ID = "0198a5d2-3c6f-7b1e-9c39-3d0b7a5f6e21";

/** How often each list was read. */
let reads = { notes: 0, cards: 0 };

function Lists({ waits }: { waits: boolean }) {
  const notes = trpc.notes.list.useQuery({ userId: USER_ID });
  const cards = trpc.cards.list.useQuery({ userId: USER_ID });
  const create = trpc.notes.create.useMutation(waits ? { meta: PENDING_UNTIL_READ } : {});
  return (
    <button
      type="button"
      disabled={!notes.data || !cards.data}
      aria-busy={create.isPending}
      onClick={() => create.mutate({ userId: USER_ID, note: "Called.", requestId: REQUEST_ID })}
    >
      {create.isError ? "Refused" : "Create"}
    </button>
  );
}

async function createIn(waits: boolean) {
  const page = renderPage(<Lists waits={waits} />);
  const button = screen.getByRole("button");
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
  expect(reads).toEqual({ notes: 1, cards: 1 });
  await page.user.click(button);
  return button;
}

beforeEach(() => {
  signIn();
  reads = { notes: 0, cards: 0 };
  mockTrpc.query("notes.list", () => {
    reads.notes += 1;
    return [];
  });
  mockTrpc.query("cards.list", () => {
    reads.cards += 1;
    return [];
  });
  mockTrpc.mutation("notes.create", () => ({ id: "1", message: NOTES_MESSAGES.added }));
});

it("reads again what a mutation may have changed, and nothing else", async () => {
  await createIn(false);
  await waitFor(() => expect(reads).toEqual({ notes: 2, cards: 1 }));
});

it("reads again what was shown when the server refuses: it was pressed on old facts", async () => {
  mockTrpc.mutation("notes.create", () => {
    throw mockTrpc.refusal("CONFLICT");
  });
  await createIn(false);
  await screen.findByText("Refused");
  await waitFor(() => expect(reads).toEqual({ notes: 2, cards: 1 }));
});

it("counts a mutation as on its way until the list is read, where that is asked for", async () => {
  const answer = Promise.withResolvers<void>();
  const button = await createIn(true);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
  expect(reads.notes).toBe(2);
  mockTrpc.query("notes.list", async () => {
    reads.notes += 1;
    await answer.promise;
    return [];
  });
  button.click();
  await waitFor(() => expect(reads.notes).toBe(3));
  expect(button.getAttribute("aria-busy")).toBe("true");
  answer.resolve();
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
});
