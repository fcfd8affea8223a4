import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { JobTray } from "@/layout/job-tray.tsx";
import { TOP_BAR_ID } from "@/lib/overlay.ts";
import { useTitle } from "@/lib/use-title.ts";
import { address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { feed, type TrayJob } from "./feed.ts";
import { after, aJob, BATCH_ID, NO_WORK } from "./testing/bulk-batch.ts";

const ME = { id: "me", name: "Ada Keller", isMe: true };
let jobs: TrayJob[] = [];
/** Whatever the server is asked from here on, it answers with these. */
const tell = (...next: TrayJob[]) => {
  jobs = next;
  act(() => feed.jobs.set(next));
};

beforeEach(() => {
  signIn();
  jobs = [];
  mockTrpc.query("bulkJobs.tray", () => ({ jobs, work: NO_WORK }));
});
afterEach(() => {
  feed.jobs.set(null);
  feed.watched.set(null);
});

function Page() {
  useTitle("Bulk ACH");
  return (
    <header id={TOP_BAR_ID}>
      <JobTray />
    </header>
  );
}
async function setUp() {
  const page = renderPage(<Page />, { at: "/admin/users" });
  await screen.findByRole("status");
  return page;
}
const open = async (user: Awaited<ReturnType<typeof setUp>>["user"], name: RegExp) => {
  await user.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog", { name: "Jobs" }));
};

it("is not there while nothing runs", async () => {
  await setUp();
  tell();
  expect(screen.queryByRole("button")).toBeNull();
});

it("names what runs, whose it is and how far, and leads to it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { user } = await setUp();
  tell(
    after(4, 1, { requestedAt: new Date(Date.now() - 112_000) }),
    aJob({ id: "two", kind: "BULK_BALANCE" }),
  );
  const tray = await open(user, /2 jobs/);
  const [first] = tray.getAllByRole("listitem");
  expect(first?.textContent).toMatch(/Bulk ACH.*5\/10.*Sam Ortiz · 1m 52s/);
  expect(tray.getByRole("progressbar", { name: "Bulk ACH" }).getAttribute("value")).toBe("50");
  expect(tray.queryByRole("button", { name: /Dismiss/ })).toBeNull();
  await user.click(tray.getByRole("link", { name: "View Bulk ACH" }));
  expect(address()).toBe(`/admin/bulk-ach-payment-v2?batch=${BATCH_ID}`);
});

it("says that a job is stalled, and since when", async () => {
  const { user } = await setUp();
  tell(aJob({ isStalled: true, lastProgressAt: new Date("2026-11-21T16:06:00Z") }));
  const tray = await open(user, /1 job/);
  expect(tray.getByText("No progress since 11:06 ET")).toBeTruthy();
});

it("keeps a job of one's own after its end, with its counts, until it is dismissed", async () => {
  const { user } = await setUp();
  tell(after(8, 2, { startedBy: ME }));
  const tray = await open(user, /1 job ended/);
  expect(tray.getByText("8 done · 2 failed")).toBeTruthy();
  expect(tray.getByText(/You · ended \d\d:\d\d ET after/)).toBeTruthy();
  expect(tray.getByRole("button", { name: "Export CSV of Bulk ACH" })).toBeTruthy();
  await user.click(tray.getByRole("button", { name: "Dismiss Bulk ACH" }));
  expect(await tray.findByText("No jobs are running.")).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("button", { name: /job/ })).toBeNull());
});

it("tells of the end of one's own job wherever one is, and leads to it; not of another's", async () => {
  const { user } = await setUp();
  tell(aJob({ startedBy: ME }), aJob({ id: "other" }));
  tell(after(10, 0, { startedBy: ME }), after(10, 0, { id: "other" }));
  expect(await screen.findAllByText("Bulk ACH ended: 10 done")).toHaveLength(1);
  await user.click(screen.getAllByRole("button", { name: "View" })[0] ?? document.body);
  expect(address()).toBe(`/admin/bulk-ach-payment-v2?batch=${BATCH_ID}`);
});

it("reads out each tenth of one's own job, and nothing in between", async () => {
  await setUp();
  const status = screen.getByRole("status");
  const heard = vi.fn<(text: string | null) => void>();
  new MutationObserver(() => heard(status.textContent)).observe(status, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  for (const done of [1, 101, 105, 109, 110, 199, 200]) {
    tell(after(done, 0, { startedBy: ME, total: 1_000 }), after(500, 0, { id: "other", total: 1_000 }));
    // What was changed is told between two turns.
    await Promise.resolve();
  }
  await waitFor(() => expect(status.textContent).toBe("Bulk ACH 20 %"));
  expect(heard.mock.calls.flat()).toEqual(["Bulk ACH 0 %", "Bulk ACH 10 %", "Bulk ACH 20 %"]);
});

it("puts how far the job on the screen is before the name in the tab, until it ended", async () => {
  await setUp();
  feed.watched.set({ batchId: BATCH_ID, after: null, take: () => {} });
  tell(after(53, 0, { total: 100 }));
  await waitFor(() => expect(document.title).toBe("(53%) Bulk ACH · Countinghouse"));
  tell(after(100, 0, { total: 100 }));
  await waitFor(() => expect(document.title).toBe("Bulk ACH · Countinghouse"));
});
