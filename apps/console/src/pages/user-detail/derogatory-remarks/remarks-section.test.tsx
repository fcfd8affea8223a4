import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { USER_ID } from "../testing/user-page.tsx";
import { RemarksSection } from "./remarks-section.tsx";
import type { Remark } from "./use-remarks.ts";

const aRemark = (id: number): Remark => ({
  id,
  remarkDate: "2026-03-09",
  addedBy: "TransUnion",
  category: "Collection",
  note: `Remark ${id}`,
  stopsDebits: false,
  isImported: false,
  canEnd: false,
  ended: null,
});

/** Answers as the server does: pages of what there is. */
function openRemarks(count: number, search = "", changed: Partial<Remark> = {}) {
  const asked: unknown[] = [];
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("remarks.list", ({ input }) => {
    asked.push(input);
    const { currentPage = 1, pageLimit = 10 } = input;
    const all = Array.from({ length: count }, (_, index) => ({ ...aRemark(index + 1), ...changed }));
    return { data: all.slice((currentPage - 1) * pageLimit, currentPage * pageLimit), count };
  });
  const page = renderPage(<RemarksSection userId={USER_ID} hasTurn />, {
    at: `/admin/user-detail?id=${USER_ID}${search}`,
  });
  return { ...page, asked, section: within(screen.getByRole("region", { name: "Derogatory remarks" })) };
}

it("a remark shows its date, who added it, its category and its note", async () => {
  const { section } = openRemarks(1);
  const table = within(await section.findByRole("table", { name: "Derogatory remarks" }));
  expect(table.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Remark Date",
    "Added By",
    "Category",
    "Note",
    "Debits",
  ]);
  expect(table.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "2026-03-09",
    "TransUnion",
    "Collection",
    "Remark 1",
    "—none",
  ]);
  expect(section.queryByRole("button", { name: "Next" })).toBeNull();
});

it("ten remarks are a page, and the page is kept in the address", async () => {
  const { user, section, asked } = openRemarks(11);
  expect(await section.findByText("Remark 10")).toBeTruthy();
  expect(section.queryByText("Remark 11")).toBeNull();
  expect(section.getByText("Page 1 of 2")).toBeTruthy();
  expect(section.getByText("This is the first page.")).toBeTruthy();

  await user.click(section.getByRole("button", { name: "Next" }));
  expect(await section.findByText("Remark 11")).toBeTruthy();
  await waitFor(() => expect(address()).toBe(`/admin/user-detail?id=${USER_ID}&remarks=2`));
  expect(section.getByText("This is the last page.")).toBeTruthy();
  expect(asked).toEqual([1, 2].map((currentPage) => ({ userId: USER_ID, pageLimit: 10, currentPage })));

  await user.click(section.getByRole("button", { name: "Previous" }));
  expect(await section.findByText("Remark 1")).toBeTruthy();
  await waitFor(() => expect(address()).toBe(`/admin/user-detail?id=${USER_ID}`));
});

it("a page after the last says that it is empty, not that there are no remarks, and leads back", async () => {
  const { user, section } = openRemarks(11, "&remarks=9");
  expect(await section.findByText("No Derogatory Remarks on this page")).toBeTruthy();
  expect(section.queryByText("No Derogatory Remarks Found")).toBeNull();
  await user.click(section.getByRole("button", { name: "Previous" }));
  expect(await section.findByText("Remark 11")).toBeTruthy();
});

it("a customer nobody speaks against: No Derogatory Remarks Found", async () => {
  const { section } = openRemarks(0);
  expect(await section.findByText("No Derogatory Remarks Found")).toBeTruthy();
});

it("a failed load is no empty list, and is tried again", async () => {
  const { user, section, queryClient } = openRemarks(1);
  mockTrpc.query("remarks.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await queryClient.resetQueries();
  const retry = await section.findByRole("button", { name: "Retry" });
  expect(section.queryByText(/^No /)).toBeNull();
  mockTrpc.query("remarks.list", () => ({ data: [aRemark(7)], count: 1 }));
  await user.click(retry);
  expect(await section.findByText("Remark 7")).toBeTruthy();
});

it("before its turn it asks for nothing", () => {
  signIn();
  renderPage(<RemarksSection userId={USER_ID} hasTurn={false} />);
  expect(screen.getByRole("region", { name: "Derogatory remarks" }).dataset.state).toBe("idle");
});

const OURS: Partial<Remark> = {
  addedBy: "erin@example.com",
  category: "Bankruptcy",
  stopsDebits: true,
  canEnd: true,
};

it("a remark of staff says that it stops debits, and is ended with a reason", async () => {
  const ended: unknown[] = [];
  const { user, section } = openRemarks(1, "", OURS);
  mockTrpc.mutation("remarks.end", ({ input }) => {
    ended.push(input);
    return { remarkId: input.remarkId };
  });
  expect(await section.findByText("Stopped")).toBeTruthy();
  const end = section.getByRole("button", { name: "End… Bankruptcy" });
  await waitFor(() => expect(end.getAttribute("aria-disabled")).toBeNull());
  await user.click(end);
  await user.type(await screen.findByRole("textbox", { name: "Reason" }), "Discharged.");
  await user.click(screen.getByRole("button", { name: "End remark" }));
  await waitFor(() => expect(ended).toMatchObject([{ remarkId: 1, reason: "Discharged." }]));
  expect(await screen.findByText("The remark was ended.")).toBeTruthy();
});

it("one that has ended says when and by whom", async () => {
  const ended = { at: new Date("2026-11-20T15:00:00Z"), by: "Ada Keller", reason: "Discharged." };
  const { section } = openRemarks(1, "", { ...OURS, ended });
  expect(await section.findByText("Ended 2026-11-20 by Ada Keller")).toBeTruthy();
});

it("is added by staff with its category, day and note", async () => {
  const added: unknown[] = [];
  const { user, section } = openRemarks(0);
  mockTrpc.mutation("remarks.add", ({ input }) => {
    added.push(input);
    return { remarkId: 7 };
  });
  await section.findByText("No Derogatory Remarks Found");
  const open = () => section.getByRole("button", { name: "Add remark" });
  await waitFor(() => expect(open().getAttribute("aria-disabled")).toBeNull());
  await user.click(open());
  await user.click(await screen.findByRole("combobox", { name: "Category" }));
  await user.click(await screen.findByRole("option", { name: "Deceased (stops debits and payouts)" }));
  await user.type(screen.getByRole("textbox", { name: "Note" }), "By the family.");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Add remark" }));
  await waitFor(() =>
    expect(added).toMatchObject([{ userId: USER_ID, category: "Deceased", note: "By the family." }]),
  );
});
