import { act, screen, waitFor } from "@testing-library/react";
import { tracked } from "@trpc/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { feed, type WorkNews } from "./feed.ts";
import { LiveDot } from "./live-dot.tsx";
import { LiveFeed } from "./live-feed.tsx";
import { after, aJob, aRow, BATCH_ID, changesWith, NO_WORK } from "./testing/bulk-batch.ts";
import { type LiveBatch, useLiveBatch } from "./use-live-batch.ts";

/** Each state the page was in, the newest last. */
const seen: LiveBatch[] = [];

function Page() {
  const live = useLiveBatch(BATCH_ID);
  seen.push(live);
  return (
    <>
      <LiveDot connection={live.connection} />
      <ul>
        {live.rows?.map(({ id, position, state }) => (
          <li key={id}>{`${position} ${state}`}</li>
        ))}
      </ul>
    </>
  );
}

beforeEach(() => {
  seen.length = 0;
  signIn();
  mockTrpc.query("bulkJobs.tray", () => ({ jobs: [], work: NO_WORK }));
});
afterEach(() => {
  feed.connection.set("connecting");
  feed.jobs.set(null);
});
const rows = () => screen.queryAllByRole("listitem").map((item) => item.textContent);

/** A stream that tells what is pushed to it, to whichever window listens. */
function openStream() {
  const asked: unknown[] = [];
  let tell: (news: Parameters<typeof push>[0]) => void = () => {};
  const push = (news: {
    jobs: ReturnType<typeof aJob>[];
    changes: ReturnType<typeof changesWith> | null;
    work: WorkNews;
  }) => tell(news);
  mockTrpc.subscription("bulkJobs.live", async function* ({ input, signal }) {
    asked.push(input);
    const waiting: Parameters<typeof push>[0][] = [{ jobs: [], changes: null, work: NO_WORK }];
    let wake = () => {};
    tell = (news) => {
      waiting.push(news);
      wake();
    };
    signal?.addEventListener("abort", () => wake());
    for (;;) {
      if (signal?.aborted) return;
      for (const news of waiting.splice(0)) yield tracked("1.0", news);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  });
  return { asked, push };
}

it("without a stream asks every two seconds for what changed, and says so", async () => {
  const asked: unknown[] = [];
  mockTrpc.query("bulkJobs.rows", ({ input }) => {
    asked.push(input.after);
    if (asked.length === 1) return changesWith(aJob(), [aRow(0), aRow(1)]);
    return changesWith(after(1), [aRow(1, { change: 1, state: "DONE" })]);
  });
  renderPage(
    <>
      <LiveFeed />
      <Page />
    </>,
  );
  await waitFor(() => expect(rows()).toEqual(["0 WAITING", "1 WAITING"]));
  await waitFor(() => expect(rows()).toEqual(["0 WAITING", "1 DONE"]));
  expect(asked.slice(0, 2)).toEqual([null, { change: 0, position: 1 }]);
  expect(await screen.findByText("Every 2 s")).toBeTruthy();
});

it("with a stream takes what it tells row by row, and asks no more", async () => {
  const { push, asked } = openStream();
  const polled = vi.fn<() => void>();
  mockTrpc.query("bulkJobs.rows", () => {
    polled();
    return changesWith(aJob(), [aRow(0), aRow(1)]);
  });
  renderPage(
    <>
      <LiveFeed />
      <Page />
    </>,
  );
  await screen.findByText("Live");
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ watched: { batchId: BATCH_ID, after: { change: 0, position: 1 } } }),
  );
  await waitFor(() => expect(feed.connection.get()).toBe("live"));
  // What was there when the batch was opened did not just change.
  expect(seen.at(-1)?.changedIds).toEqual(new Set());
  const first = seen.at(-1)?.rows?.[0];
  act(() =>
    push({
      jobs: [after(1)],
      changes: changesWith(after(1), [aRow(1, { change: 1, state: "DONE" })]),
      work: NO_WORK,
    }),
  );
  await waitFor(() => expect(rows()).toEqual(["0 WAITING", "1 DONE"]));
  expect(seen.at(-1)).toMatchObject({ batch: { completedCount: 1 }, changedIds: new Set(["item-1"]) });
  // What did not change is the same object: the table draws one row anew.
  expect(seen.at(-1)?.rows?.[0]).toBe(first);
  const before = polled.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(polled).toHaveBeenCalledTimes(before);
});

it("a batch of thousands comes in parts, and is shown whole", async () => {
  mockTrpc.query("bulkJobs.rows", ({ input }) => {
    const first = input.after ? input.after.position + 1 : 0;
    const part = Array.from({ length: 2_000 }, (_, index) => aRow(first + index));
    return changesWith(aJob({ total: 6_000 }), part, { more: first < 4_000 });
  });
  renderPage(<Page />);
  await waitFor(() => expect(seen.at(-1)?.rows).toHaveLength(6_000));
  expect(seen.filter(({ rows: known }) => known !== null && known.length < 6_000)).toEqual([]);
  // What is seen first does not wait for the rest.
  expect(seen.find(({ firstRows }) => firstRows !== null)).toMatchObject({
    batch: { total: 6_000 },
    rows: null,
    firstRows: { length: 2_000 },
  });
});

it("an answer that was overtaken takes nothing back", async () => {
  const { push } = openStream();
  mockTrpc.query("bulkJobs.rows", () => changesWith(aJob(), [aRow(0, { change: 1 })]));
  renderPage(
    <>
      <LiveFeed />
      <Page />
    </>,
  );
  await screen.findByText("Live");
  await waitFor(() => expect(feed.watched.get()?.batchId).toBe(BATCH_ID));
  await waitFor(() => expect(feed.connection.get()).toBe("live"));
  act(() =>
    push({
      jobs: [],
      changes: changesWith(after(1), [aRow(0, { change: 5, state: "DONE" })]),
      work: NO_WORK,
    }),
  );
  await waitFor(() => expect(rows()).toEqual(["0 DONE"]));
  act(() => seen.at(-1)?.retry());
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(rows()).toEqual(["0 DONE"]);
});

it("says what went wrong, and asks again when told to", async () => {
  mockTrpc.query("bulkJobs.rows", () => {
    throw mockTrpc.refusal("NOT_FOUND", { message: "There is no such batch." });
  });
  renderPage(<Page />);
  await waitFor(() => expect(seen.at(-1)?.error).toMatchObject({ message: "There is no such batch." }));
  mockTrpc.query("bulkJobs.rows", () => changesWith(aJob(), [aRow(0)]));
  act(() => seen.at(-1)?.retry());
  await waitFor(() => expect(rows()).toEqual(["0 WAITING"]));
});

it("a stream that ends, as its process stops, is taken up again from what is known", async () => {
  const asked: unknown[] = [];
  mockTrpc.subscription("bulkJobs.live", async function* ({ input }) {
    asked.push(input.watched?.after ?? null);
    yield tracked("1.0", { jobs: [], changes: null, work: NO_WORK });
  });
  mockTrpc.query("bulkJobs.rows", () => changesWith(aJob(), [aRow(0, { change: 4 })]));
  renderPage(
    <>
      <LiveFeed />
      <Page />
    </>,
  );
  await waitFor(() => expect(asked.slice(-2)).toEqual([4, 4].map((change) => ({ change, position: 0 }))));
});
