import { BULK_SCREENS } from "@countinghouse/validators/bulk-jobs/texts";
import { ROLES } from "@countinghouse/validators/roles";
import { onlineManager } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { paths } from "@/paths.ts";
import { Routes } from "@/routes.tsx";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { enabled, openBulkPage, serveBatches } from "./testing/bulk-page.tsx";
import { aBatch, BATCH_ID, FOUR_ROWS } from "./testing/rows.ts";

beforeEach(() => sessionStorage.clear());
afterEach(() => onlineManager.setOnline(true));

const counts = () => within(screen.getByRole("region", { name: "Check" })).getByRole("status").textContent;

describe("the six screens", () => {
  it.each([
    ["/admin/bulk-debit-payment", "Bulk Debit Payment"],
    ["/admin/bulk-balance", "Bulk Balance"],
    ["/admin/bulk-ach-payment", "Bulk ACH Payment"],
    ["/admin/bulk-debit-payment-v2", "Bulk Debit Payment V2"],
    ["/admin/bulk-balance-v2", "Bulk Balance V2"],
    ["/admin/bulk-ach-payment-v2", "Bulk ACH Payment V2"],
  ])("%s shows %s", async (at, title) => {
    signIn();
    mockTrpc.query("admins.me", () => ADMIN);
    serveBatches(null, []);
    renderPage(<Routes />, { at });
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
    expect(await screen.findByRole("textbox", { name: "User ids" })).toBeTruthy();
    expect(screen.getByRole("link", { name: title }).getAttribute("aria-current")).toBe("page");
  });

  it("stand in the sidebar under Payments and Payments V2, in the specified order", async () => {
    signIn();
    mockTrpc.query("admins.me", () => ADMIN);
    serveBatches(null, []);
    const { user } = renderPage(<Routes />, { at: "/admin/bulk-balance" });
    await user.click(await screen.findByRole("button", { name: "Payments V2", expanded: false }));
    for (const [group, suffix] of [
      ["Payments", ""],
      ["Payments V2", "-v2"],
    ] as const) {
      const list = within(await screen.findByRole("list", { name: group }));
      expect(list.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
        `/admin/bulk-debit-payment${suffix}`,
        `/admin/bulk-balance${suffix}`,
        `/admin/bulk-ach-payment${suffix}`,
      ]);
    }
  });

  it.each(BULK_SCREENS)("$kind version $version takes as many characters as is specified", async (bulk) => {
    openBulkPage(bulk);
    const limit = bulk.kind === "BULK_BALANCE" || bulk.version === 2 ? "4,000" : "1,400";
    expect(await screen.findByText(`0 / ${limit} characters`)).toBeTruthy();
  });

  const ofEachRole = ROLES.flatMap((role) => BULK_SCREENS.slice(3).map((bulk) => ({ role, ...bulk })));

  it.each(ofEachRole)("$role may pause, reset and start $kind, or is told who may", async (setup) => {
    const { role, kind, version } = setup;
    const running = aBatch({ kind, version });
    const page = openBulkPage({ ...setup, running, batches: [{ batch: running, rows: FOUR_ROWS }] });
    await screen.findByText("2/4");
    const description =
      role === "VIEWER" || role === "AUDITOR" ? "Only SUPERADMIN, ADMIN or EMPLOYEE can do this." : "";
    for (const name of ["Reset Job Status", "Pause"])
      expect(await screen.findByRole("button", { name, description })).toBeTruthy();
    serveBatches(null, [{ batch: running, rows: FOUR_ROWS }]);
    await page.press("Prepare the next list");
    await page.paste("48213");
    const name = kind === "BULK_BALANCE" ? "Balance" : "View Details";
    const whyNotStart = kind === "BULK_BALANCE" ? description : "";
    expect(await screen.findByRole("button", { name, description: whyNotStart })).toBeTruthy();
  });
});

describe("pasted ids", () => {
  it("are split, cut at - or _, and counted without their doubles", async () => {
    const { paste } = openBulkPage({ kind: "BULK_DEBIT" });
    await paste("48213\n48214-2\t48215_x\n\n 48213 ");
    await waitFor(() => expect(counts()).toMatch(/3 valid.*1 duplicate removed.*2 cut at - or _.*0 invalid/));
    await enabled("View Details");
  });

  it("that are none are told line by line: 'Invalid User ID: {value}' with 'Please enter valid user IDs'", async () => {
    const { paste, press, box, user } = openBulkPage({ kind: "BULK_DEBIT" });
    await paste("48213\n4821x\n48214 oops");
    expect(await screen.findByText("Please enter valid user IDs")).toBeTruthy();
    const list = within(screen.getByRole("list", { name: "Invalid ids" }));
    expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringContaining("line 2Invalid User ID: 4821x"),
      expect.stringContaining("line 3Invalid User ID: oops"),
    ]);
    expect(document.querySelectorAll("[data-mark=invalid]")).toHaveLength(2);
    const reason = "Invalid User ID: 4821x";
    expect(screen.getByRole("button", { name: "View Details", description: reason })).toBeTruthy();
    await press("Fix 4821x in line 2");
    expect(document.activeElement).toBe(box());
    expect(box().value.slice(box().selectionStart, box().selectionEnd)).toBe("4821x");
    await press("Remove 4821x in line 2");
    await waitFor(() => expect(box().value).toBe("48213\n48214 oops"));
    await user.click(await screen.findByRole("button", { name: "Remove all invalid" }));
    await waitFor(() => expect(box().value).toBe("48213\n48214"));
    await enabled("View Details");
  });

  it("that are too many are kept, marked from where they are too many, and blocked with the reason", async () => {
    const { paste, box } = openBulkPage({ kind: "BULK_ACH", version: 1 });
    const text = "1234567\n".repeat(176);
    await paste(text);
    const description = "Use at most 1,400 characters.";
    expect(await screen.findByRole("button", { name: "View Details", description })).toBeTruthy();
    expect(box().value).toBe(text);
    expect(screen.getByText("1,408 / 1,400 characters")).toBeTruthy();
    // They were not counted: none is said to be "0 valid".
    expect(screen.queryByText("valid")).toBeNull();
  });

  it("none: the button says so; the Balance button is disabled too when no ids are entered", async () => {
    openBulkPage({ kind: "BULK_BALANCE" });
    const description = "Paste user ids first.";
    expect(await screen.findByRole("button", { name: "Balance", description })).toBeTruthy();
  });

  it("survive leaving the page, and can be discarded", async () => {
    const { paste, unmount } = openBulkPage({ kind: "BULK_DEBIT" });
    await screen.findByRole("button", { name: "Reset Job Status", description: /is running/ });
    await paste("48213\n48214");
    unmount();
    const { box, press } = openBulkPage({ kind: "BULK_DEBIT" });
    expect(await screen.findByText(/^Draft from \d\d:\d\d ET recovered$/)).toBeTruthy();
    expect(box().value).toBe("48213\n48214");
    await press("Discard");
    expect(box().value).toBe("");
  });

  it("of one screen are not those of another", async () => {
    const { paste, unmount } = openBulkPage({ kind: "BULK_DEBIT", version: 1 });
    await paste("48213");
    unmount();
    const { box } = openBulkPage({ kind: "BULK_DEBIT", version: 2 });
    await screen.findByText("0 / 4,000 characters");
    expect(box().value).toBe("");
  });

  it("can be dropped as a text file", async () => {
    const { box } = openBulkPage({ kind: "BULK_DEBIT" });
    const file = new File(["48213\n48214"], "ids.txt", { type: "text/plain" });
    fireEvent.drop(box(), { dataTransfer: { files: [file], types: ["Files"] } });
    await waitFor(() => expect(box().value).toBe("48213\n48214"));
  });
});

describe("Balance", () => {
  it("starts at once with the pasted ids and leads to the batch", async () => {
    const sent: unknown[] = [];
    mockTrpc.mutation("bulkJobs.startBalance", ({ input }) => {
      sent.push(input);
      const batch = aBatch({ kind: "BULK_BALANCE", version: 1 });
      serveBatches(batch, [{ batch, rows: FOUR_ROWS }]);
      return { batchId: BATCH_ID };
    });
    const { paste, press } = openBulkPage({ kind: "BULK_BALANCE", version: 1 });
    await paste("48213 48290");
    await press("Balance");
    expect(await screen.findByText("2/4")).toBeTruthy();
    expect(address()).toBe(`${paths.bulkJobs({ kind: "BULK_BALANCE", version: 1 })}?batch=${BATCH_ID}`);
    expect(sent).toEqual([{ version: 1, userIds: "48213 48290", requestId: expect.any(String) }]);
  });

  it("is disabled while a job runs, and says whose", async () => {
    const running = aBatch({ kind: "BULK_BALANCE" });
    const page = openBulkPage({
      kind: "BULK_BALANCE",
      running,
      batches: [{ batch: running, rows: FOUR_ROWS }],
    });
    await page.press("Prepare the next list");
    await page.paste("48213");
    const description = "A bulk balance job started by Sam Okafor at 11:02 ET is running 2/4.";
    expect(await screen.findByRole("button", { name: "Balance", description })).toBeTruthy();
    await page.press("View");
    expect(await screen.findByText("2/4")).toBeTruthy();
  });

  it("that the server refuses says why in its place, and keeps the ids", async () => {
    mockTrpc.mutation("bulkJobs.startBalance", () => {
      throw mockTrpc.refusal("CONFLICT", {
        message: "A bulk balance job started by Sam 11:01 is running 40/90.",
      });
    });
    const { paste, press, box } = openBulkPage({ kind: "BULK_BALANCE" });
    await paste("48213");
    await press("Balance");
    expect(await screen.findByText("A bulk balance job started by Sam 11:01 is running 40/90.")).toBeTruthy();
    expect(box().value).toBe("48213");
  });

  it("without an answer asks for the same job under the same number", async () => {
    const ids: string[] = [];
    mockTrpc.mutation("bulkJobs.startBalance", ({ input }) => {
      ids.push(input.requestId);
      if (ids.length === 1) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
      return { batchId: BATCH_ID };
    });
    const { paste, press } = openBulkPage({ kind: "BULK_BALANCE" });
    await paste("48213");
    await press("Balance");
    expect(await screen.findByText(/It is not started twice/)).toBeTruthy();
    await press("Balance");
    await waitFor(() => expect(ids).toHaveLength(2));
    expect(ids[1]).toBe(ids[0]);
  });

  it("is not started while the browser is offline", async () => {
    const { paste } = openBulkPage({ kind: "BULK_BALANCE" });
    await paste("48213");
    await enabled("Balance");
    act(() => onlineManager.setOnline(false));
    const description = "You are offline. Nothing can be started.";
    expect(await screen.findByRole("button", { name: "Balance", description })).toBeTruthy();
  });

  it("is not started while the console is in recovery", async () => {
    const page = openBulkPage({ kind: "BULK_BALANCE" });
    await page.paste("48213");
    await enabled("Balance");
    mockTrpc.query("admins.me", () => ({ ...ADMIN, standing: "RECOVERY" as const }));
    await page.queryClient.invalidateQueries();
    const description = "The console is in recovery. Nothing is sent until a SUPERADMIN releases it.";
    expect(await screen.findByRole("button", { name: "Balance", description })).toBeTruthy();
  });
});

describe("what could not be asked", () => {
  it("of the batch dates is said to be so, not that there are none, and is asked again with Retry", async () => {
    const page = openBulkPage({ kind: "BULK_DEBIT" });
    mockTrpc.query("bulkJobs.batchTimes", () => {
      throw mockTrpc.refusal("TOO_MANY_REQUESTS", { message: "Please wait a minute." });
    });
    await screen.findByText("The batch dates could not be loaded: Please wait a minute.");
    expect(screen.queryByText("No batch yet")).toBeNull();
    serveBatches(null, []);
    await page.press("Retry");
    expect(await screen.findByText("No batch yet")).toBeTruthy();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it("of the running job is said to be not known", async () => {
    const page = openBulkPage({ kind: "BULK_DEBIT" });
    mockTrpc.query("bulkJobs.running", () => {
      throw mockTrpc.refusal("TOO_MANY_REQUESTS", { message: "Please wait a minute." });
    });
    const said = "The status of the bulk debit job could not be loaded: Please wait a minute.";
    expect(await screen.findByText(said)).toBeTruthy();
    serveBatches(null, []);
    await page.press("Retry");
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
  });
});
