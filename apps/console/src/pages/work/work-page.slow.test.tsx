import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { WORK_KIND_NAMES } from "@countinghouse/validators/work/rules";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anItem } from "./testing/an-item.ts";
import type { WorkItem } from "./work-item.ts";
import WorkPage from "./work-page.tsx";

const OTHER = { id: "0190c1a0-0000-7000-8000-0000000000e1", name: "Ben Ortiz" };

const SECOND = anItem({ key: "502", userId: 10_002, userName: "Ana Diaz", said: "The name differs." });

let items: WorkItem[];
let held: RouterInputs["work"]["hold"][];
let reopened: RouterInputs["work"]["reopen"][];

function openPage(role: Role = "EMPLOYEE", at = "/admin/work") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  return renderPage(<WorkPage />, { at });
}

beforeEach(() => {
  items = [anItem(), SECOND];
  held = [];
  reopened = [];
  mockTrpc.query("work.list", () => ({
    items,
    total: items.length,
    counts: { team: items.length, mine: 0, "put-off": 0 },
    kinds: WORK_KIND_NAMES.map((kind) => ({
      kind,
      count: items.filter((item) => item.kind === kind).length,
    })),
    staff: [{ id: ADMIN.id, name: ADMIN.fullName }, OTHER],
  }));
  mockTrpc.mutation("work.hold", ({ input }) => {
    held.push(input);
    return { kind: input.kind, key: input.key };
  });
  mockTrpc.mutation("work.reopen", ({ input }) => {
    reopened.push(input);
    return { kind: input.kind, key: input.key };
  });
  mockTrpc.mutation("work.release", ({ input }) => ({ kind: input.kind, key: input.key }));
});

/** The list, once it is there. */
async function table() {
  await screen.findAllByText("2026-11-23");
  return screen.getByRole("table", { name: "Today" });
}
const sheet = () => screen.findByRole("dialog");

describe("the list", () => {
  it("shows what waits with what is at risk, until when and why it stands where it does", async () => {
    openPage();
    const row = within((await within(await table()).findAllByRole("row"))[1] as HTMLElement);
    for (const text of ["12.5", "Manual Review", "Income does not fit.", "$1,000.00", "2026-11-23"])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.getByRole("link", { name: "10001 Maria Delgado" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    expect(screen.getByRole("tab", { name: "Team (2)" })).toBeTruthy();
  });

  it("keeps whose and which kind is shown in the address", async () => {
    const { user } = openPage();
    await user.click(await screen.findByRole("tab", { name: "Mine (0)" }));
    expect(address()).toBe("/admin/work?view=mine");
  });

  it("says that nothing waits where nothing does", async () => {
    items = [];
    openPage();
    expect(await screen.findByText("No open items")).toBeTruthy();
  });
});

describe("an item", () => {
  it("is held by whoever opens it with a key, and says why it is first", async () => {
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    const opened = within(await sheet());
    expect(opened.getByText("Income does not fit.")).toBeTruthy();
    expect(opened.getByText("$1,000.00 is at risk.")).toBeTruthy();
    expect(opened.getByRole("link", { name: "Open record" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    await waitFor(() => expect(held).toMatchObject([{ kind: "MANUAL_REVIEW", key: "501" }]));
  });

  it("that is an unprocessed report leads to its own row", async () => {
    items = [anItem({ kind: "UNPROCESSED_REPORT", key: "0190c1a0", userId: null, userName: null })];
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    expect(
      within(await sheet())
        .getByRole("link", { name: "Open record" })
        .getAttribute("href"),
    ).toBe("/admin/unprocessed-chargeback?row=0190c1a0");
  });

  it("of failed messages is sent again in one press, of which the outcome is said", async () => {
    items = [anItem({ kind: "FAILED_MESSAGE", key: "CRM:abc", userId: null, userName: null })];
    const sent: RouterInputs["work"]["sendAgain"][] = [];
    mockTrpc.mutation("work.sendAgain", ({ input }) => {
      sent.push(input);
      return { again: 400, overtaken: 1 };
    });
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    await user.click(within(await sheet()).getByRole("button", { name: "Send all again" }));
    await screen.findByText(
      "400 messages are sent again. 1 message said what was changed since: it is set aside.",
    );
    expect(sent).toMatchObject([{ key: "CRM:abc" }]);
  });

  it("of what differs outside is put right in one press, and one that a press can not says why", async () => {
    const id = "0190c1a0-0000-7000-8000-0000000000d1";
    items = [anItem({ kind: "DRIFT", key: `flag:${id}` }), anItem({ kind: "DRIFT", key: `file:${id}` })];
    const repaired: RouterInputs["drift"]["repair"][] = [];
    mockTrpc.mutation("drift.repair", ({ input }) => {
      repaired.push(input);
      return { id: input.id };
    });
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    await user.click(within(await sheet()).getByRole("button", { name: "Set it in the CRM again" }));
    await waitFor(() => expect(repaired).toMatchObject([{ id }]));
    await user.click(within(await sheet()).getByRole("button", { name: "Next item" }));
    expect(await screen.findByText(/The file content is lost/)).toBeTruthy();
  });

  it("that is done with a reason makes way for the next one", async () => {
    const finished: RouterInputs["work"]["finish"][] = [];
    mockTrpc.mutation("work.finish", ({ input }) => {
      finished.push(input);
      items = [SECOND];
      return { kind: input.kind, key: input.key };
    });
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    await user.type(
      await screen.findByRole("textbox", { name: "What was done" }),
      "The customer was called.",
    );
    await user.click(screen.getByRole("button", { name: "Done" }));
    expect(
      await screen.findByText("The name differs.", { selector: "[data-slot=sheet-header] *" }),
    ).toBeTruthy();
    expect(finished).toMatchObject([{ key: "501", reason: "The customer was called." }]);
    expect(address()).toContain("502");
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(reopened).toMatchObject([{ key: "501" }]));
  });

  it("that is done says by whom, in the list and once it is opened, and is not held", async () => {
    const at = new Date("2026-11-22T16:00:00Z");
    items = [
      anItem({ done: { by: OTHER.name, at, reason: "Called." } }),
      anItem({ key: "502", userId: 10_002, snoozedUntil: new Date("2026-12-01T17:00:00Z") }),
    ];
    const { user } = openPage("EMPLOYEE", "/admin/work?view=put-off");
    const list = within(await table());
    expect(list.getByText("Done by Ben Ortiz")).toBeTruthy();
    expect(list.getByText("Snoozed until 2026-12-01 ET")).toBeTruthy();
    await user.click(list.getAllByRole("button", { name: "Manual Review" })[0] as HTMLElement);
    expect(await within(await sheet()).findAllByText("Completed by Ben Ortiz.")).not.toEqual([]);
    expect(held).toEqual([]);
    await user.click(within(await sheet()).getByRole("button", { name: "Reopen" }));
    await waitFor(() => expect(reopened).toMatchObject([{ kind: "MANUAL_REVIEW", key: "501" }]));
  });

  it("is done by Ctrl+Enter, and an empty reason that is left shows no error", async () => {
    const finished: RouterInputs["work"]["finish"][] = [];
    mockTrpc.mutation("work.finish", ({ input }) => {
      finished.push(input);
      return { kind: input.kind, key: input.key };
    });
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    const reason = await screen.findByRole("textbox", { name: "What was done" });
    await user.click(reason);
    await user.tab();
    expect(reason.getAttribute("aria-invalid")).not.toBe("true");
    await user.type(reason, "The customer was called.{Control>}{Enter}{/Control}");
    await waitFor(() => expect(finished).toMatchObject([{ reason: "The customer was called." }]));
  });

  it("takes a promise to pay only of a debt", async () => {
    items = [anItem({ kind: "LIEN" }), anItem({ kind: "FAILED_PAYMENT", key: "502" })];
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    const opened = within(await sheet());
    expect(opened.queryByRole("tab", { name: "Promise to pay" })).toBeNull();
    await user.click(opened.getByRole("button", { name: "Next item" }));
    expect(await screen.findByRole("tab", { name: "Promise to pay" })).toBeTruthy();
  });

  it("without a reason is not done, and says so", async () => {
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    await user.click(await screen.findByRole("button", { name: "Done" }));
    expect(await screen.findByText("Enter what was done.")).toBeTruthy();
  });

  it("that somebody else works on says who, offers nothing, and is passed over by the key", async () => {
    items = [anItem({ heldBy: { ...OTHER, until: new Date("2026-11-23T16:00:00Z") } }), SECOND];
    const { user } = openPage();
    expect(within(await table()).getByText("Ben Ortiz has it open until 11:00 AM EST")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Open top item" }));
    expect(address()).toContain("502");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(
      within(await table()).getAllByRole("button", { name: "Manual Review" })[0] as HTMLElement,
    );
    const opened = within(await sheet());
    expect(opened.getAllByText("Ben Ortiz is working on it.")).not.toEqual([]);
    expect(opened.getByRole("button", { name: "Done" }).getAttribute("aria-disabled")).toBe("true");
  });

  it("that the server refuses says why, and holds its forms", async () => {
    mockTrpc.mutation("work.hold", () => {
      throw mockTrpc.refusal("CONFLICT", { message: "Ben Ortiz is working on it." });
    });
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    expect(await within(await sheet()).findAllByText("Ben Ortiz is working on it.")).not.toEqual([]);
  });

  it("that the server failed to hold for a moment is asked for again, under the same number of the press", async () => {
    const asked: string[] = [];
    mockTrpc.mutation("work.hold", ({ input }) => {
      asked.push(input.requestId);
      if (asked.length === 1) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR", { message: "Failed." });
      return { kind: input.kind, key: input.key };
    });
    const { user } = openPage();
    await table();
    await user.keyboard("n");
    await waitFor(() => expect(asked).toHaveLength(2));
    await waitFor(async () => expect((await sheet()).textContent).not.toContain("Failed."));
    expect(asked[1]).toBe(asked[0]);
  });

  it("is held for no VIEWER, who is told who may work on it", async () => {
    const { user } = openPage("VIEWER");
    await table();
    await user.keyboard("n");
    const opened = within(await sheet());
    expect(await opened.findAllByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).not.toEqual([]);
    expect(held).toEqual([]);
  });
});

it("a list that does not load is not said to be empty", async () => {
  mockTrpc.query("work.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  openPage();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
  const description = "The list is still loading.";
  expect(screen.getByRole("button", { name: "Open top item", description })).toBeTruthy();
  expect(screen.queryByText(/^No open items/)).toBeNull();
});
