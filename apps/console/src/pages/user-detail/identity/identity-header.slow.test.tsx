import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { answerLink, watchSaving } from "../testing/files.tsx";
import { anApplication, aUser, findEnabledButton, openUserPage, USER_ID } from "../testing/user-page.tsx";

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const statuses = async () =>
  within(await screen.findByRole("list", { name: "Status" }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);

const troubled = aUser({
  doNotFund: true,
  doNotFundReason: "Missed Payments",
  bankLinkLost: true,
  accountAlreadyFunded: true,
  application: anApplication({ initHighRisk: true, expired: true, offerExpired: true, isRenewed: true }),
});

afterEach(() => {
  scrollTo(0);
  vi.restoreAllMocks();
});

function scrollTo(y: number): void {
  Object.defineProperty(window, "scrollY", { value: y, configurable: true });
  act(() => {
    window.dispatchEvent(new Event("scroll"));
  });
}

it("says who it is, where they can be reached and what they owe", async () => {
  openUserPage();
  await heading("Maria Delgado");
  const header = screen.getByRole("heading", { level: 1 }).closest("header");
  expect(header?.textContent).toContain(`#${USER_ID}`);
  expect(header?.textContent).toContain("maria.delgado@example.com");
  expect(header?.textContent).toContain("(212) 555-0144");
  expect(header?.textContent).toContain("Delgado Catering LLC");
  expect(header?.textContent).toContain("Balance$1,000.00");
});

it("copies the id, the e-mail and the phone as they are shown", async () => {
  const { user } = openUserPage();
  await heading("Maria Delgado");
  for (const [name, copied] of [
    ["Copy id", String(USER_ID)],
    ["Copy e-mail", "maria.delgado@example.com"],
    ["Copy phone", "(212) 555-0144"],
  ] as const) {
    await user.click(screen.getByRole("button", { name }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(copied));
  }
});

it("a customer without a name goes by the business, one without either by the number", async () => {
  openUserPage({ user: aUser({ firstname: "", lastname: "" }) });
  expect(await heading("Delgado Catering LLC")).toBeTruthy();
});

it("shows the six most severe states, and the others when asked", async () => {
  const { user } = openUserPage({ user: troubled });
  expect(await statuses()).toEqual([
    "Do Not Fund · Missed Payments",
    "Plaid connection lost",
    "Account already funded before",
    "High risk",
    "Application expired",
    "Offer expired",
    "+3",
  ]);
  await user.click(screen.getByRole("button", { name: "Show 3 more" }));
  expect((await statuses()).slice(6)).toEqual(["Funded 2026-09-23", "Renewal", "Gig Worker"]);
});

it("a few states need no button for more", async () => {
  openUserPage();
  expect(await statuses()).toEqual(["Funded 2026-09-23", "Gig Worker"]);
});

it("shrinks to one row once the page is scrolled, and opens again at the top", async () => {
  openUserPage();
  const header = (await heading("Maria Delgado")).closest("header");
  expect(header?.dataset.stuck).toBeUndefined();
  scrollTo(200);
  expect(header?.dataset.stuck).toBe("true");
  scrollTo(0);
  expect(header?.dataset.stuck).toBeUndefined();
});

it("a negative balance has a real minus sign", async () => {
  openUserPage({ user: aUser({ balanceCents: -1_250 }) });
  expect(await screen.findByText("−$12.50")).toBeTruthy();
});

describe("the examiner's packet", () => {
  const URL_OF_PACKET = "/api/files/packets/ticket";

  it("is saved under its name, once a press", async () => {
    const saved = watchSaving();
    answerLink(URL_OF_PACKET, "PK everything");
    const { user } = openUserPage({ role: "ADMIN" });
    const sent: unknown[] = [];
    mockTrpc.mutation("packets.create", ({ input }) => {
      sent.push(input);
      return { url: URL_OF_PACKET, fileName: "packet_user-10001.zip", expiresAt: new Date() };
    });
    await user.click(await findEnabledButton("Audit file (ZIP)"));
    await waitFor(() => expect([...saved.keys()]).toEqual(["packet_user-10001.zip"]));
    expect(sent).toMatchObject([{ userId: 10_001 }]);
  });

  it("is held for an EMPLOYEE, with who may make it", async () => {
    openUserPage({ role: "EMPLOYEE" });
    const button = await screen.findByRole("button", { name: "Audit file (ZIP)" });
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
    expect(
      within(button.parentElement ?? button).getByText("Only SUPERADMIN or ADMIN can do this."),
    ).toBeTruthy();
  });
});

it("Payment is the one button that leads to the page of payments", async () => {
  const { user } = openUserPage();
  await user.click(await findEnabledButton("Payment"));
  await waitFor(() => expect(address()).toBe(`/admin/payment?id=${USER_ID}`));
});

it("how far the page is scrolled is read once it has moved, and not while React renders", async () => {
  const read = vi.fn<() => number>(() => 0);
  Object.defineProperty(window, "scrollY", { get: read, configurable: true });
  const { user } = openUserPage({ user: troubled });
  await user.click(await screen.findByRole("button", { name: "Show 3 more" }));
  expect(read).not.toHaveBeenCalled();
  act(() => {
    window.dispatchEvent(new Event("scroll"));
  });
  expect(read).toHaveBeenCalled();
});
