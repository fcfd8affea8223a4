import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anApplication, openApplication, withContract } from "./testing/page.tsx";

const section = async (name: string) => within(await screen.findByRole("region", { name }));

/** The facts of a section: what stands beside each name. */
const readFacts = async (name: string) => {
  const region = await section(name);
  const terms = await region.findAllByRole("term");
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.textContent?.trim() ?? null]),
  );
};

describe("the page of one application", () => {
  it("shows general, address, business, funding and contract info", async () => {
    openApplication();
    expect(await readFacts("General")).toMatchObject({
      "Application Id": "501",
      "User Id": "10001",
      "First Name": "Maria",
      Phone: "(212) 555-0144",
      SSN: "***-**-6789",
      Stage: "funded",
      Workflow: "Gig Worker",
      Created: expect.stringMatching(/^2026-09-20 23:04:05 ET$/),
    });
    expect(await readFacts("Address")).toEqual({
      Address: "41 Mott St",
      City: "New York",
      State: "NY",
      "Zip Code": "10013",
    });
    expect(await readFacts("Business")).toMatchObject({
      "Company Name": "Delgado Catering",
      "Business Start Date": "2019-04-30",
      Incorporated: "Yes",
    });
    expect(await readFacts("Funding")).toMatchObject({
      "Approved Amount": "$5,000.00",
      Ofee: "0.0725",
      "Ofee Amount": "$362.50",
      "Disbursement Fee": "$12.00",
      "Disbursement Amount": "$4,625.50",
      "First Payment Date": "2026-09-30",
      "Payments Made": "7 of 10",
      "Next Payment": "$650.00",
    });
    const schedule = (await section("Funding"))
      .getAllByRole("link")
      .filter((link) => link.getAttribute("href")?.endsWith("#payment-dates"));
    expect(schedule).toHaveLength(5);
    expect(await readFacts("Contract")).toMatchObject({
      "Contract Signed": "Yes",
      "Card Number": "•••• 4242",
      "Card Expiry": "09/28",
      "Card Security Code": "•••",
    });
  });

  it("has the bank accounts by their last digits, and the decisions with a link to each", async () => {
    openApplication();
    const funding = await section("Funding");
    expect((await funding.findByRole("region", { name: "Bank accounts" })).textContent).toContain(
      "•••• 0259",
    );
    const link = funding.getByRole("link", { name: /Open decision Underwriting/ });
    expect(link.getAttribute("href")).toBe("https://alloy.example/evaluations/9");
    expect(link.getAttribute("rel")).toBe("noopener noreferrer");
  });

  it("leads no further than the web from a decision", async () => {
    const { funding } = anApplication();
    const [decision] = funding.decisions;
    if (!decision) throw new Error("There is no decision.");
    const decisions = [{ ...decision, decisionUrl: "javascript:alert(1)" }];
    openApplication({ application: anApplication({ funding: { ...funding, decisions } }) });
    expect((await section("Funding")).queryByRole("link", { name: /Open decision/ })).toBeNull();
  });

  it("leads back to the applications of the customer, whose id is not the address's", async () => {
    openApplication();
    await section("General");
    const sidebar = within(screen.getByRole("navigation", { name: "Main" }));
    await waitFor(() =>
      expect(sidebar.getByRole("link", { name: "Back to Application history" }).getAttribute("href")).toBe(
        "/admin/applications?id=10001",
      ),
    );
    const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    const links = await breadcrumb.findAllByRole("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Users", "/admin/users"],
      ["Maria Delgado", "/admin/user-detail?id=10001"],
      ["Application history", "/admin/applications?id=10001"],
    ]);
  });

  it("leads to Users while it does not know whose it is, and to no page of nobody", async () => {
    openApplication();
    mockTrpc.query("applications.get", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "There is no application 501." });
    });
    await screen.findByText("There is no application 501.");
    const sidebar = within(screen.getByRole("navigation", { name: "Main" }));
    expect(sidebar.getByRole("link", { name: "Back to Users" }).getAttribute("href")).toBe("/admin/users");
    const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    expect(breadcrumb.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/admin/users",
    ]);
  });

  it("says first what must be known: expiry, credit check, funding", async () => {
    const application = anApplication();
    const { general, funding } = application;
    openApplication({
      application: {
        ...application,
        general: { ...general, alloyStatus: "Manual Review", expired: true, offerExpired: true },
        funding: { ...funding, fundedAt: null },
      },
    });
    const statuses = within(await screen.findByRole("list", { name: "Status" }));
    expect(statuses.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Application expired",
      "Offer expired",
      "Manual Review",
      "Not funded",
    ]);
  });

  it("that is not there says so, and where to look", async () => {
    openApplication();
    mockTrpc.query("applications.get", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "There is no application 501." });
    });
    expect(await screen.findByText("There is no application 501.")).toBeTruthy();
    const page = within(screen.getByRole("main"));
    expect(page.getByRole("link", { name: "Back to Users" })).toBeTruthy();
  });

  it("that could not be loaded says so once, and is there after Retry", async () => {
    let isBroken = true;
    openApplication();
    mockTrpc.query("applications.get", () => {
      if (isBroken) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR", { message: "Something went wrong" });
      return anApplication();
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    expect(screen.getAllByText("Something went wrong")).toHaveLength(1);
    isBroken = false;
    retry.click();
    expect(await readFacts("Address")).toMatchObject({ City: "New York" });
  });

  it.each(["", "?id=x", "?id=0"])("without an application in %j says so", async (at) => {
    openApplication({ at });
    expect(await screen.findByText("This address has no application id.")).toBeTruthy();
  });

  it("without a card shows no number, and without a contract no links", async () => {
    openApplication({
      application: withContract({ card: null, files: [], isContractSigned: false, contractSignedAt: null }),
    });
    expect(await readFacts("Contract")).toMatchObject({
      "Card Number": "—none",
      "Card Security Code": "—none",
    });
    const contract = await section("Contract");
    expect(contract.getByText("There is no contract until the customer has signed one.")).toBeTruthy();
    expect(contract.queryAllByRole("button").map((each) => each.getAttribute("aria-label"))).toEqual([
      "Reload Contract",
    ]);
  });
});
