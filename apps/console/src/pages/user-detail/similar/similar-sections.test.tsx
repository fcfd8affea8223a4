import type { RouterOutputs } from "@countinghouse/api";
import {
  SIMILAR_RECORD_KINDS,
  type SimilarRecordKind,
} from "@countinghouse/validators/similar-records/rules";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { USER_ID } from "../testing/user-page.tsx";
import { SimilarSections } from "./similar-sections.tsx";

type Similar = RouterOutputs["similarRecords"]["list"];

const aSimilarUser = (changes: Partial<Similar["users"][number]> = {}): Similar["users"][number] => ({
  id: 10_002,
  firstname: "Luis",
  lastname: "Delgado",
  businessName: "",
  doNotFund: false,
  funded: false,
  renewal: false,
  balanceCents: null,
  matches: [],
  ...changes,
});

const TITLES: Record<SimilarRecordKind, [title: string, failure: string]> = {
  accounts: ["Similar Accounts", "Couldn't Fetch Account Details"],
  debitCards: ["Similar Debit Cards", "Couldn't Fetch Debit Card Details"],
  addresses: ["Similar Addresses", "Couldn't Fetch Address Details"],
  phones: ["Similar Phone", "Couldn't Fetch Phone Details"],
  ssns: ["Similar SSN", "Couldn't Fetch Funded SSN Details"],
  companyNames: ["Similar Company Names", "Couldn't Fetch Company Name Details"],
  einTaxes: ["Similar EIN Tax Numbers", "Couldn't Fetch EIN Tax Details"],
};

beforeEach(() => {
  signIn();
  mockTrpc.query("similarRecords.list", () => ({ users: [], isMore: false }));
});

const open = (hasTurn = true) => renderPage(<SimilarSections userId={USER_ID} hasTurn={hasTurn} />);
const show = async (user: ReturnType<typeof open>["user"], title: string) =>
  user.click(await screen.findByText(`Show ${title}`));
const region = async (name: string) => within(await screen.findByRole("region", { name }));

it("an entry of similar records says who it is and opens that customer in a new tab", async () => {
  const found = aSimilarUser({
    doNotFund: true,
    funded: true,
    renewal: true,
    balanceCents: 12_345,
    matches: ["First Bank •••• 0123"],
  });
  mockTrpc.query("similarRecords.list", ({ input }) => ({
    users: input.kind === "accounts" ? [found] : [],
    isMore: false,
  }));
  const { user } = open();
  await show(user, "Similar Accounts");
  const entry = within(await (await region("Similar Accounts")).findByRole("listitem"));
  const link = entry.getByRole("link", { name: "Luis Delgado #10002 (opens in a new tab)" });
  expect(link.getAttribute("href")).toBe("/admin/user-detail?id=10002");
  expect(link.getAttribute("target")).toBe("_blank");
  for (const text of ["First Bank •••• 0123", "Do Not Fund", "Funded", "Renewal", "$123.45"]) {
    expect(entry.getByText(text)).toBeTruthy();
  }
});

it.each(SIMILAR_RECORD_KINDS)(
  "similar %s fail alone, in the product's words, and load on Retry",
  async (kind) => {
    const [title, failure] = TITLES[kind];
    mockTrpc.query("similarRecords.list", ({ input }) => {
      if (input.kind === kind) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
      return { users: [], isMore: false };
    });
    const { user } = open();
    const section = await region(title);
    expect((await section.findByRole("alert")).textContent).toContain(failure);
    for (const other of SIMILAR_RECORD_KINDS.filter((each) => each !== kind)) {
      expect(await screen.findByText(`No ${TITLES[other][0]} Found`)).toBeTruthy();
    }
    mockTrpc.query("similarRecords.list", () => ({ users: [aSimilarUser()], isMore: false }));
    await user.click(section.getByRole("button", { name: "Retry" }));
    await user.click(await section.findByText(`Show ${title}`));
    expect(await section.findByRole("link", { name: /Luis Delgado/ })).toBeTruthy();
  },
);

it("more similar records than can be shown are said", async () => {
  mockTrpc.query("similarRecords.list", () => ({ users: [aSimilarUser()], isMore: true }));
  const { user } = open();
  await show(user, "Similar Phone");
  expect(
    await (await region("Similar Phone")).findByText("The latest 1 are shown; there are more."),
  ).toBeTruthy();
});

it("similar records ask for nothing before it is their turn", () => {
  open(false);
  for (const section of screen.getAllByRole("region")) expect(section.dataset.state).toBe("idle");
});

it("the table of relations opens the list that a mark is from; until then the lists are one line each", async () => {
  mockTrpc.query("similarRecords.list", ({ input }) => ({
    users: input.kind === "phones" ? [aSimilarUser({ doNotFund: true })] : [],
    isMore: false,
  }));
  const { user } = open();
  const table = within(await screen.findByRole("table", { name: "Relations" }));
  const phones = await region("Similar Phone");
  expect(phones.getByText("Show Similar Phone").closest("details")?.open).toBe(false);
  expect(table.getByText("Do Not Fund")).toBeTruthy();
  await user.click(table.getByRole("button", { name: /^same phone/ }));
  expect(phones.getByText("Hide Similar Phone").closest("details")?.open).toBe(true);
  expect(phones.getByRole("listitem")).toBeTruthy();
});
