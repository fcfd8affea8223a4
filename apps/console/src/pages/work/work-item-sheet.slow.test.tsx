import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { anItem } from "@/components/work/testing/an-item.ts";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { OTHER, openWork, SECOND, serveWork, type WorkDesk, workTable } from "./testing/work-desk.tsx";

let desk: WorkDesk;
beforeEach(() => {
  desk = serveWork();
});

const sheet = () => screen.findByRole("dialog");

describe("an item", () => {
  it("is held by whoever opens it with a key, and says why it is first", async () => {
    const { user } = openWork();
    await workTable();
    await user.keyboard("n");
    const opened = within(await sheet());
    expect(opened.getByText("Income does not fit.")).toBeTruthy();
    expect(opened.getByText("$1,000.00 is at risk.")).toBeTruthy();
    expect(opened.getByRole("link", { name: "Review application" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001#general",
    );
    await waitFor(() => expect(desk.held).toMatchObject([{ kind: "MANUAL_REVIEW", key: "501" }]));
  });

  it("that is an unprocessed report leads to its own row", async () => {
    desk.items = [anItem({ kind: "UNPROCESSED_REPORT", key: "0190c1a0", userId: null, userName: null })];
    const { user } = openWork();
    await workTable();
    await user.keyboard("n");
    expect(
      within(await sheet())
        .getByRole("link", { name: "Apply return" })
        .getAttribute("href"),
    ).toBe("/admin/unprocessed-chargeback?row=0190c1a0");
  });

  it("of failed messages is sent again in one press, of which the outcome is said", async () => {
    desk.items = [anItem({ kind: "FAILED_MESSAGE", key: "CRM:abc", userId: null, userName: null })];
    const sent: RouterInputs["work"]["sendAgain"][] = [];
    mockTrpc.mutation("work.sendAgain", ({ input }) => {
      sent.push(input);
      return { again: 400, overtaken: 1 };
    });
    const { user } = openWork();
    await workTable();
    await user.keyboard("n");
    await user.click(within(await sheet()).getByRole("button", { name: "Send all again" }));
    await screen.findByText(
      "400 messages are sent again. 1 message said what was changed since: it is set aside.",
    );
    expect(sent).toMatchObject([{ key: "CRM:abc" }]);
  });

  it("of what differs outside is put right in one press, and one that a press can not says why", async () => {
    const id = "0190c1a0-0000-7000-8000-0000000000d1";
    desk.items = [anItem({ kind: "DRIFT", key: `flag:${id}` }), anItem({ kind: "DRIFT", key: `file:${id}` })];
    const repaired: RouterInputs["drift"]["repair"][] = [];
    mockTrpc.mutation("drift.repair", ({ input }) => {
      repaired.push(input);
      return { id: input.id };
    });
    const { user } = openWork();
    await workTable();
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
      desk.items = [SECOND];
      return { kind: input.kind, key: input.key };
    });
    const { user } = openWork();
    await workTable();
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
    await waitFor(() => expect(desk.reopened).toMatchObject([{ key: "501" }]));
  });

  it("that is done says by whom once it is opened, and is not held", async () => {
    const at = new Date("2026-11-22T16:00:00Z");
    desk.items = [anItem({ done: { by: OTHER.name, at, reason: "Called." } })];
    openWork("EMPLOYEE", "/admin/work?view=done&item=MANUAL_REVIEW:501");
    expect(await within(await sheet()).findAllByText("Completed by Ben Ortiz.")).not.toEqual([]);
    expect(desk.held).toEqual([]);
  });

  it("is done by Ctrl+Enter, and an empty reason that is left shows no error", async () => {
    const finished: RouterInputs["work"]["finish"][] = [];
    mockTrpc.mutation("work.finish", ({ input }) => {
      finished.push(input);
      return { kind: input.kind, key: input.key };
    });
    const { user } = openWork();
    await workTable();
    await user.keyboard("n");
    const reason = await screen.findByRole("textbox", { name: "What was done" });
    await user.click(reason);
    await user.tab();
    expect(reason.getAttribute("aria-invalid")).not.toBe("true");
    await user.type(reason, "The customer was called.{Control>}{Enter}{/Control}");
    await waitFor(() => expect(finished).toMatchObject([{ reason: "The customer was called." }]));
  });

  it("takes a promise to pay only of a debt", async () => {
    desk.items = [anItem({ kind: "LIEN" }), anItem({ kind: "FAILED_PAYMENT", key: "502" })];
    const { user } = openWork();
    await workTable();
    await user.keyboard("n");
    const opened = within(await sheet());
    expect(opened.queryByRole("tab", { name: "Promise to pay" })).toBeNull();
    await user.click(opened.getByRole("button", { name: "Next item" }));
    expect(await screen.findByRole("tab", { name: "Promise to pay" })).toBeTruthy();
  });

  it("without a reason is not done, and says so", async () => {
    const { user } = openWork();
    await workTable();
    await user.keyboard("n");
    await user.click(await screen.findByRole("button", { name: "Done" }));
    expect(await screen.findByText("Enter what was done.")).toBeTruthy();
  });

  it("that somebody else works on says who, offers nothing, and is passed over by the key", async () => {
    desk.items = [anItem({ heldBy: { ...OTHER, until: new Date("2026-11-23T16:00:00Z") } }), SECOND];
    const { user } = openWork();
    expect(within(await workTable()).getByText("Ben Ortiz has it open until 11:00 AM EST")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Open top item" }));
    expect(address()).toContain("502");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(within(await workTable()).getByRole("link", { name: "Income does not fit." }));
    const opened = within(await sheet());
    expect(opened.getAllByText("Ben Ortiz is working on it.")).not.toEqual([]);
    expect(opened.getByRole("button", { name: "Done" }).getAttribute("aria-disabled")).toBe("true");
  });

  it("that the server refuses says why, and holds its forms", async () => {
    mockTrpc.mutation("work.hold", () => {
      throw mockTrpc.refusal("CONFLICT", { message: "Ben Ortiz is working on it." });
    });
    const { user } = openWork();
    await workTable();
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
    const { user } = openWork();
    await workTable();
    await user.keyboard("n");
    await waitFor(() => expect(asked).toHaveLength(2));
    await waitFor(async () => expect((await sheet()).textContent).not.toContain("Failed."));
    expect(asked[1]).toBe(asked[0]);
  });

  it("is held for no VIEWER, who is told who may work on it", async () => {
    const { user } = openWork("VIEWER");
    await workTable();
    await user.keyboard("n");
    const opened = within(await sheet());
    expect(await opened.findAllByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).not.toEqual([]);
    expect(desk.held).toEqual([]);
  });
});

const openItem = () => openWork("EMPLOYEE", "/admin/work?item=MANUAL_REVIEW:501");

it("an item that was given to somebody goes back to whoever had it by Undo", async () => {
  const given: (string | null)[] = [];
  mockTrpc.mutation("work.assign", ({ input: { kind, key, adminId } }) => {
    given.push(adminId);
    return { kind, key };
  });
  const { user } = openItem();
  const opened = within(await sheet());
  await user.click(opened.getByRole("tab", { name: "Assign" }));
  await user.click(opened.getByRole("combobox", { name: "Assignee" }));
  await user.click(await screen.findByRole("option", { name: OTHER.name }));
  await user.click(opened.getByRole("button", { name: "Assign" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(given).toEqual([OTHER.id, null]));
});

it("an item is held as soon as the list says that its holder let it go", async () => {
  mockTrpc.mutation("work.hold", () => {
    throw mockTrpc.refusal("CONFLICT", { message: "Ben Ortiz is working on it." });
  });
  desk.items = [anItem({ heldBy: { ...OTHER, until: new Date("2026-11-20T17:10:00Z") } })];
  const { queryClient } = openItem();
  const opened = within(await sheet());
  expect(await opened.findAllByText("Ben Ortiz is working on it.")).not.toEqual([]);
  mockTrpc.mutation("work.hold", ({ input }) => {
    desk.held.push(input);
    return { kind: input.kind, key: input.key };
  });
  desk.items = [anItem()];
  await queryClient.invalidateQueries();
  await waitFor(() => expect(desk.held).toMatchObject([{ kind: "MANUAL_REVIEW", key: "501" }]));
  await waitFor(() => expect(opened.queryByText("Ben Ortiz is working on it.")).toBeNull());
});
