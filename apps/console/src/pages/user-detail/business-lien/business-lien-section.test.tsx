import type { RouterOutputs } from "@countinghouse/api";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { USER_ID } from "../testing/user-page.tsx";
import { BusinessLienSection } from "./business-lien-section.tsx";

type BusinessRecord = RouterOutputs["businesses"]["ofUser"];

function openSection(record: BusinessRecord) {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("businesses.ofUser", () => record);
  return renderPage(<BusinessLienSection userId={USER_ID} hasTurn />);
}

const section = () => within(screen.getByRole("region", { name: "Business & Lien" }));

it("shows of a business record its id, its status, its lien's status and the lien's PDF, and no more", async () => {
  openSection({
    businessId: "0b1c2d3e-0000-4000-8000-000000010001",
    midDeskResponseStatus: "in_review",
    lienStatus: "filed",
    lienPdf: "UCC-1 2026-77.pdf",
    othersLiens: [],
  });
  expect(await section().findByText("In review")).toBeTruthy();
  const terms = section().getAllByRole("term");
  expect(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
    ["Business Id", "0b1c2d3e-0000-4000-8000-000000010001"],
    ["Status", "In review"],
    ["Lien Status", "Filed"],
    ["Lien PDF", "UCC-1 2026-77.pdf"],
  ]);
});

it("shows what is not there: no id yet, no lien, N/A for its PDF", async () => {
  openSection({
    businessId: null,
    midDeskResponseStatus: "Failed To Send Request",
    lienStatus: null,
    lienPdf: "N/A",
    othersLiens: [],
  });
  expect(await section().findByText("Failed To Send Request")).toBeTruthy();
  expect(section().getByText("N/A")).toBeTruthy();
  expect(section().getAllByText("none")).toHaveLength(2);
});

it("shows the liens that other creditors filed", async () => {
  openSection({
    businessId: null,
    midDeskResponseStatus: "approved",
    lienStatus: null,
    lienPdf: "N/A",
    othersLiens: [
      {
        vendorId: "lien-of-others",
        state: "NY",
        fileNumber: "77",
        filedOn: "2026-11-20",
        foundAt: new Date("2026-11-21T15:00:00Z"),
      },
    ],
  });
  expect(await section().findByText("NY 77 filed 2026-11-20")).toBeTruthy();
});

it("leads to the business of this customer alone, also when there is none", async () => {
  openSection(null);
  expect(await section().findByText("No Business Registered")).toBeTruthy();
  expect(section().getByRole("link", { name: "Open in Business & Lien" }).getAttribute("href")).toBe(
    `/admin/middesk?id=${USER_ID}`,
  );
});

it("fails on its own, and loads on Retry", async () => {
  const { user } = openSection(null);
  mockTrpc.query("businesses.ofUser", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  expect((await section().findByRole("alert")).textContent).toContain("Something went wrong");
  expect(section().queryByText("No Business Registered")).toBeNull();
  mockTrpc.query("businesses.ofUser", () => null);
  await user.click(section().getByRole("button", { name: "Retry" }));
  expect(await section().findByText("No Business Registered")).toBeTruthy();
});
