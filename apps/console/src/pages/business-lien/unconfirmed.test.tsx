import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aBusiness, enabled, findRow, openBusinesses, UNCONFIRMED } from "./testing/page.tsx";

type Unmatched = RouterOutputs["businesses"]["unmatchedLiens"][number];

const FOUND = aBusiness(10_009, { unmatchedLiens: 2, openUnmatchedLiens: 2 });

const aLien = (vendorId: string, changes: Partial<Unmatched> = {}): Unmatched => ({
  vendorId,
  state: "NY",
  status: "filed",
  fileNumber: `2026-${vendorId}`,
  filedOn: new Date("2026-11-19T00:00:00Z"),
  foundAt: new Date("2026-11-20T16:00:00Z"),
  terminationAskedAt: null,
  terminationError: null,
  isSettled: false,
  lienStatus: null,
  ...changes,
});

const toast = (message: string) => screen.findByText(message, { selector: "[data-sonner-toast] *" });
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

describe("a filing that is not confirmed", () => {
  it("says what is known, and is filed again only with a reason and of what was seen", async () => {
    const page = openBusinesses({ rows: [UNCONFIRMED] });
    const sent: RouterInputs["businesses"]["fileLienAgain"][] = [];
    mockTrpc.mutation("businesses.fileLienAgain", ({ input }) => {
      sent.push(input);
      return { success: true, message: "The lien is being filed." };
    });
    const row = await findRow(UNCONFIRMED.userId);
    expect(row.getByText("Filing Not Confirmed")).toBeTruthy();
    expect(row.queryByText("Failed To File Lien")).toBeNull();
    await page.user.click(await enabled(`File the lien of user ${UNCONFIRMED.userId} again`));
    const asked = await dialog(`File a lien against ${UNCONFIRMED.name} again?`);
    expect(
      asked.getByText(
        "Sent 2026-11-20 10:00:00 ET. The verifier did not answer this filing. It may have filed the lien, or may still do so. If that filing goes through as well, there will be two liens. The verifier is checked again right before sending.",
      ),
    ).toBeTruthy();
    await page.user.click(asked.getByRole("button", { name: "File again" }));
    expect(await asked.findByText("Please Input Reason!")).toBeTruthy();
    expect(sent).toEqual([]);
    await page.user.type(asked.getByRole("textbox", { name: "Reason" }), "Middesk has none.");
    await page.user.click(asked.getByRole("button", { name: "File again" }));
    await toast("The lien is being filed.");
    expect(sent).toMatchObject([
      { userId: UNCONFIRMED.userId, sentAt: UNCONFIRMED.lienSentAt, reason: "Middesk has none." },
    ]);
  });

  it("can not be filed again before a lien that is not known here is decided about", async () => {
    openBusinesses({ rows: [{ ...UNCONFIRMED, unmatchedLiens: 1, openUnmatchedLiens: 1 }] });
    const again = await screen.findByRole("button", {
      name: `File the lien of user ${UNCONFIRMED.userId} again`,
    });
    await waitFor(() => expect(again.getAttribute("aria-disabled")).toBe("true"));
    expect(
      screen.getAllByText("The verifier lists a lien that is not known here. Adopt or terminate it first."),
    ).not.toEqual([]);
  });
});

describe("liens that are not known here", () => {
  const serve = (liens: Unmatched[]) => mockTrpc.query("businesses.unmatchedLiens", () => liens);
  const open = async (liens: Unmatched[], role?: "VIEWER") => {
    const page = openBusinesses({ rows: [aBusiness(10_001), FOUND], ...(role && { role }) });
    serve(liens);
    const row = await findRow(FOUND.userId);
    await page.user.click(row.getByRole("button", { name: "2 not known here of user 10009" }));
    return { ...page, shown: await dialog("Liens not known here") };
  };

  it("are counted over the list, which can be narrowed to their businesses", async () => {
    const page = openBusinesses({ rows: [aBusiness(10_001), FOUND] });
    expect(await screen.findByText("The verifier lists 2 liens that are not known here.")).toBeTruthy();
    await page.user.click(screen.getByRole("button", { name: "Show" }));
    await waitFor(() => expect(page.asked.at(-1)).toMatchObject({ unmatched: true }));
    await page.user.click(await screen.findByRole("button", { name: "Clear filters" }));
    await waitFor(() => expect(page.asked.at(-1)).toMatchObject({ unmatched: false }));
  });

  it("are not spoken of where there are none", async () => {
    openBusinesses();
    await findRow(10_001);
    expect(screen.queryByText(/not known here/)).toBeNull();
  });

  it("are adopted one by one", async () => {
    const { user, shown } = await open([aLien("1"), aLien("2", { state: "CA" })]);
    const adopted: string[] = [];
    mockTrpc.mutation("businesses.adoptLien", ({ input }) => {
      adopted.push(input.vendorId);
      serve([aLien("1", { lienStatus: "filed" })]);
      return { success: true };
    });
    await shown.findByText("2026-1");
    await user.click(await enabled("Adopt lien 2026-2", shown));
    await toast("The lien now belongs to the business.");
    expect(adopted).toEqual(["2"]);
    await waitFor(() => expect(shown.queryByText("2026-2")).toBeNull());
    expect(shown.getByRole("button", { name: "Adopt lien 2026-1" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    expect(shown.getByText("A lien already exists: filed.")).toBeTruthy();
  });

  it("are terminated once that is confirmed, and stay until the verifier closed them", async () => {
    const { user, shown } = await open([aLien("1")]);
    const terminated: string[] = [];
    mockTrpc.mutation("businesses.terminateLien", ({ input }) => {
      terminated.push(input.vendorId);
      serve([aLien("1", { terminationAskedAt: new Date("2026-11-20T17:00:00Z") })]);
      return { success: true };
    });
    await user.click(await enabled("Terminate lien 2026-1", shown));
    const asked = within(
      await screen.findByRole("alertdialog", {
        name: "Have the verifier terminate this lien of Business 10009?",
      }),
    );
    expect(terminated).toEqual([]);
    await user.click(asked.getByRole("button", { name: "Terminate" }));
    expect(
      await shown.findByText(
        "Its termination was requested 2026-11-20 12:00:00 ET. It is open until the verifier closes it.",
      ),
    ).toBeTruthy();
    expect(terminated).toEqual(["1"]);
  });

  it("say why they can not be decided about: just created, or a termination that is not confirmed", async () => {
    const { shown } = await open([
      aLien("1", { status: "created" }),
      aLien("2", { terminationError: "middesk: no answer within 5000 ms" }),
    ]);
    expect(await shown.findByText("Its termination is not confirmed: no answer within 5000 ms")).toBeTruthy();
    await waitFor(() =>
      expect(shown.getByRole("button", { name: "Terminate lien 2026-1" }).getAttribute("aria-disabled")).toBe(
        "true",
      ),
    );
    expect(
      shown.getByText(
        "The verifier does not terminate a lien that is just created. Try again once it is pending.",
      ),
    ).toBeTruthy();
  });

  it("can not be decided about by a viewer", async () => {
    const { shown } = await open([aLien("1")], "VIEWER");
    const adopt = await shown.findByRole("button", { name: "Adopt lien 2026-1" });
    expect(adopt.getAttribute("aria-disabled")).toBe("true");
    expect(shown.getAllByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).not.toEqual([]);
  });

  it("show a refusal where it was pressed", async () => {
    const { user, shown } = await open([aLien("1")]);
    mockTrpc.mutation("businesses.adoptLien", () => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "A lien already exists: pending." });
    });
    await user.click(await enabled("Adopt lien 2026-1", shown));
    expect((await shown.findByRole("alert")).textContent).toBe("A lien already exists: pending.");
  });

  it("that do not load say so, and load on Retry", async () => {
    const page = openBusinesses({ rows: [FOUND] });
    mockTrpc.query("businesses.unmatchedLiens", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const row = await findRow(FOUND.userId);
    await page.user.click(row.getByRole("button", { name: "2 not known here of user 10009" }));
    const shown = await dialog("Liens not known here");
    expect((await shown.findByRole("alert")).textContent).toContain("The liens could not be loaded.");
    serve([aLien("1")]);
    await page.user.click(shown.getByRole("button", { name: "Retry" }));
    expect(await shown.findByText("2026-1")).toBeTruthy();
  });
});
