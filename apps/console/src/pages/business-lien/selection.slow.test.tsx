import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  aBusiness,
  box,
  enabled,
  FILED,
  findRow,
  LIEN_FAILED,
  openBusinesses,
  SENT_FAILED,
  serveFirstRows,
} from "./testing/page.tsx";

describe("a row", () => {
  it.each([
    ["a disabled user", { isDisabledUser: true }, "This user is disabled."],
    ["a business that is open", { midDeskResponseStatus: "open" }, "still open"],
    ["a business that is pending", { midDeskResponseStatus: "pending" }, "still pending"],
    [
      "a business in review whose lien is created",
      { midDeskResponseStatus: "in_review", lienStatus: "created" },
      "lien is created",
    ],
    [
      "a business in review whose lien is filed",
      { midDeskResponseStatus: "in_review", lienStatus: "filed" },
      "lien is filed",
    ],
  ] as const)(
    "of %s can not be selected, and says why to pointer and keyboard",
    async (_, changes, reason) => {
      const { user } = openBusinesses({ rows: [aBusiness(10_001, changes)] });
      const checkbox = await box(10_001);
      expect(checkbox.getAttribute("aria-disabled")).toBe("true");
      const described = document.getElementById(checkbox.getAttribute("aria-describedby") ?? "");
      expect(described?.textContent).toContain(reason);
      checkbox.focus();
      await user.keyboard(" ");
      await user.click(checkbox);
      expect(checkbox.getAttribute("aria-checked")).toBe("false");
      expect(await screen.findByText(/1 selected|Register Business/)).toHaveProperty(
        "textContent",
        "Register Business",
      );
    },
  );

  it("in review without a lien, or with one that failed, can be selected", async () => {
    const { user } = openBusinesses({
      rows: [
        aBusiness(10_001, { midDeskResponseStatus: "in_review" }),
        aBusiness(10_005, { midDeskResponseStatus: "in_review", lienStatus: "Failed To File Lien" }),
      ],
    });
    await user.click(await box(10_001));
    await user.click(await box(10_005));
    expect(screen.getByText("2 selected")).toBeTruthy();
  });
});

describe("the buttons", () => {
  it("offer Register Business only while nothing is selected", async () => {
    const { user } = openBusinesses();
    await enabled("Register Business");
    await user.click(await box(10_001));
    expect(screen.queryByRole("button", { name: "Register Business" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    await enabled("Register Business");
  });

  it("offer File Lien when a selected row lacks a lien or failed to file, and Download Lien when one has a PDF", async () => {
    const { user } = openBusinesses({ rows: [aBusiness(10_001), FILED, LIEN_FAILED] });
    await user.click(await box(FILED.userId));
    expect(screen.queryByRole("button", { name: /^File Lien/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Download Lien (1)" })).toBeTruthy();
    await user.click(await box(LIEN_FAILED.userId));
    expect(screen.getByRole("button", { name: "File Lien (1)" })).toBeTruthy();
    await user.click(await box(10_001));
    expect(screen.getByRole("button", { name: "File Lien (2)" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Download Lien (1)" })).toBeTruthy();
  });

  it("take the customers of the selected businesses as the list of a bulk job", async () => {
    const frozen: unknown[] = [];
    mockTrpc.mutation("customerLists.freeze", ({ input }) => {
      frozen.push(input);
      return { id: "0197f3a0-0000-7000-8000-0000000000aa", customers: 1 };
    });
    const { user } = openBusinesses({ rows: [aBusiness(10_001), FILED] });
    await user.click(await box(FILED.userId));
    await user.click(await enabled("Use these customers in"));
    await user.click(await screen.findByRole("menuitem", { name: "Bulk Balance" }));
    await waitFor(() =>
      expect(frozen).toMatchObject([{ of: { list: "chosen", userIds: [FILED.userId] }, expected: 1 }]),
    );
  });

  it("hold File Lien back, with the reason, where the verifier does not know the business", async () => {
    const { user } = openBusinesses({ rows: [SENT_FAILED] });
    await user.click(await box(SENT_FAILED.userId));
    const button = screen.getByRole("button", { name: "File Lien (0)" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText("The verifier does not know this business. Register it first.")).toBeTruthy();
  });

  it("are held for a VIEWER, with the reason", async () => {
    const { user } = openBusinesses({ role: "VIEWER", rows: [FILED, LIEN_FAILED, SENT_FAILED] });
    const reason = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
    await findRow(FILED.userId);
    await waitFor(() => expect(screen.getAllByText(reason)).toHaveLength(4));
    for (const name of [
      "Register Business",
      `Retry the registration of user ${SENT_FAILED.userId}`,
      `Retry the lien of user ${LIEN_FAILED.userId}`,
    ])
      expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
    await user.click(await box(FILED.userId));
    expect(screen.getByRole("button", { name: "Download Lien (1)" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
  });
});

describe("the selection", () => {
  it("is kept over pages, and says how much of it stands on others", async () => {
    const { user } = openBusinesses();
    serveFirstRows(60);
    await user.click(await box(20_000));
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(await box(20_050));
    expect(screen.getByText("2 selected")).toBeTruthy();
    expect(screen.getByText("· 1 on other pages")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Previous" }));
    expect((await box(20_000)).getAttribute("aria-checked")).toBe("true");
  });

  it("is cleared by another list, which is said", async () => {
    const { user } = openBusinesses();
    await user.click(await box(10_001));
    await user.type(screen.getByRole("textbox", { name: "Search businesses" }), "10001{Enter}");
    expect(await screen.findByText("The selection was cleared: this is another list.")).toBeTruthy();
    expect((await box(10_001)).getAttribute("aria-checked")).toBe("false");
  });

  it("takes all of the page that can be selected, and lets go of them", async () => {
    const { user } = openBusinesses({
      rows: [aBusiness(10_001), aBusiness(10_005, { midDeskResponseStatus: "pending" }), aBusiness(10_006)],
    });
    await findRow(10_001);
    const all = screen.getByRole("checkbox", { name: "Select all on this page" });
    await user.click(await box(10_001));
    expect(all.getAttribute("aria-checked")).toBe("mixed");
    await user.click(all);
    expect(screen.getByText("2 selected")).toBeTruthy();
    expect((await box(10_005)).getAttribute("aria-checked")).toBe("false");
    await user.click(all);
    expect(screen.queryByText(/selected$/)).toBeNull();
  });

  it("takes a range with shift, without what can not be selected", async () => {
    const { user } = openBusinesses({
      rows: [
        aBusiness(10_001),
        aBusiness(10_005, { midDeskResponseStatus: "pending" }),
        aBusiness(10_006),
        aBusiness(10_007),
      ],
    });
    await user.click(await box(10_001));
    await user.keyboard("{Shift>}");
    await user.click(await box(10_006));
    await user.keyboard("{/Shift}");
    expect(screen.getByText("2 selected")).toBeTruthy();
    expect((await box(10_007)).getAttribute("aria-checked")).toBe("false");
  });

  it("is made by the keyboard alone: j walks the rows, x selects, Escape clears", async () => {
    const { user } = openBusinesses({ rows: [aBusiness(10_001), aBusiness(10_006)] });
    await findRow(10_001);
    await user.keyboard("jjx");
    expect((await box(10_006)).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByText("1 selected")).toBeTruthy();
    await user.keyboard("{Escape}");
    await enabled("Register Business");
  });
});
