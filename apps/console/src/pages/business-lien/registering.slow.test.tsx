import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { usePageActions } from "@/layout/actions.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aBusiness, enabled, findRow, holdList, openBusinesses, SENT_FAILED } from "./testing/page.tsx";

type Sent = RouterInputs["businesses"]["register"];
type Answer = RouterOutputs["businesses"]["register"];

const ALL_SENT: Answer = {
  success: true,
  message: "Request Sent Successfully!",
  customMessage: [],
  withErrorUsers: false,
};
const withErrors = (...userIds: number[]): Answer => ({
  ...ALL_SENT,
  customMessage: userIds.map((userId) => ({ userId, message: `The user has no EIN.` })),
  withErrorUsers: true,
});

/** Answers registrations like this, and tells what was sent and when. */
function serveRegister(answer: Answer | ((input: Sent) => Answer)) {
  const sent: (Sent & { at: number })[] = [];
  mockTrpc.mutation("businesses.register", ({ input }) => {
    sent.push({ ...input, at: Date.now() });
    return typeof answer === "function" ? answer(input) : answer;
  });
  return sent;
}

const dialog = async () => within(await screen.findByRole("dialog", { name: "Register Business" }));
const toast = (message: string) => screen.findByText(message, { selector: "[data-sonner-toast] *" });

async function openDialog(page: ReturnType<typeof openBusinesses>) {
  await page.user.click(await enabled("Register Business"));
  return dialog();
}

describe("Register Business", () => {
  it("sends the pasted ids, split at commas, blanks and lines, and reads the list again after 2 s", async () => {
    const page = openBusinesses();
    const sent = serveRegister(ALL_SENT);
    const form = await openDialog(page);
    const field = form.getByRole("textbox", { name: "User ids" });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await page.user.type(field, "10001,10002 10003{Enter}10001");
    expect(form.getByText(/valid · 1 removed as duplicate/).textContent).toBe(
      "3 valid · 1 removed as duplicate",
    );
    await page.user.click(form.getByRole("button", { name: "Register 3 businesses" }));
    await toast("Request Sent Successfully!");
    expect(sent).toMatchObject([{ userIds: "10001,10002 10003\n10001", retry: false }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const sentAt = sent[0]?.at ?? 0;
    await waitFor(() => expect(page.asked.some(({ at }) => at >= sentAt)).toBe(true));
    expect(page.asked.filter(({ at }) => at >= sentAt && at < sentAt + 2_000)).toEqual([]);
  });

  it("names each id that is none, under 'Please enter valid user IDs', sends nothing, and takes them out on demand", async () => {
    const page = openBusinesses();
    const sent = serveRegister(ALL_SENT);
    const form = await openDialog(page);
    const field = form.getByRole("textbox", { name: "User ids" });
    await page.user.type(field, "10001, abc, 12x");
    await page.user.click(form.getByRole("button", { name: "Register 1 business" }));
    expect((await form.findByRole("alert")).textContent).toBe("Please enter valid user IDs");
    const invalid = () => form.getAllByText(/^Invalid User ID: /).map(({ textContent }) => textContent);
    expect(invalid()).toEqual(["Invalid User ID: abc", "Invalid User ID: 12x"]);
    expect(sent).toEqual([]);
    await page.user.click(form.getByRole("button", { name: "Fix abc in line 1" }));
    await page.user.keyboard("10002");
    await waitFor(() => expect(invalid()).toEqual(["Invalid User ID: 12x"]));
    await page.user.click(form.getByRole("button", { name: "Remove all invalid" }));
    expect(field).toHaveProperty("value", "10001 10002");
    await waitFor(() => expect(form.queryByRole("alert")).toBeNull());
    expect(form.queryByText(/^Invalid User ID: /)).toBeNull();
  });

  it("says Please enter valid user IDs to an empty field", async () => {
    const page = openBusinesses();
    const form = await openDialog(page);
    await page.user.click(form.getByRole("button", { name: "Register" }));
    expect(await form.findByText("Please enter valid user IDs")).toBeTruthy();
  });

  it("says Couldn't send request! when the server fails, keeps the form, and repeats the same request", async () => {
    const page = openBusinesses();
    const sent = serveRegister(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const form = await openDialog(page);
    await page.user.type(form.getByRole("textbox", { name: "User ids" }), "10001");
    const button = form.getByRole("button", { name: "Register 1 business" });
    await page.user.click(button);
    expect((await form.findByRole("alert")).textContent).toContain("Couldn't send request!");
    await page.user.click(button);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.requestId).toBe(sent[0]?.requestId);
  });

  it("stands in the palette too, with the reason while something is selected", async () => {
    const labels: (string | null | undefined)[] = [];
    const Spy = () => {
      labels.push(usePageActions().find(({ label }) => label === "Register Business")?.disabledReason);
      return null;
    };
    const { render } = await import("@testing-library/react");
    const { user } = openBusinesses();
    render(<Spy />);
    await user.click((await findRow(10_001)).getByRole("checkbox"));
    await waitFor(() => expect(labels.at(-1)).toBe("Clear the selection first."));
    expect(labels).toContain(null);
  });
});

describe("registering errors", () => {
  it("are listed per user, each with its reason and a link to the user, beside a toast in another style", async () => {
    const page = openBusinesses();
    serveRegister(withErrors(10_002, 10_003));
    const form = await openDialog(page);
    await page.user.type(form.getByRole("textbox", { name: "User ids" }), "10001 10002 10003");
    await page.user.click(form.getByRole("button", { name: "Register 3 businesses" }));
    const list = within(await screen.findByRole("dialog", { name: "Registering errors" }));
    expect(list.getByText(/^2 users were not sent/)).toBeTruthy();
    expect(list.getAllByRole("listitem")).toHaveLength(2);
    expect(list.getAllByText("The user has no EIN.")).toHaveLength(2);
    expect(list.getByRole("link", { name: /^10002/ }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10002",
    );
    const said = await toast("Request Sent Successfully!");
    expect(said.closest("[data-sonner-toast]")?.getAttribute("data-type")).toBe("info");
  });

  it("are retried user by user, and say what came of it", async () => {
    const page = openBusinesses();
    let isMended = false;
    const sent = serveRegister(({ userIds, retry }) => {
      if (!retry) return { ...withErrors(10_002), success: false };
      return isMended || userIds !== "10002" ? ALL_SENT : { ...withErrors(10_002), success: false };
    });
    const form = await openDialog(page);
    await page.user.type(form.getByRole("textbox", { name: "User ids" }), "10002");
    await page.user.click(form.getByRole("button", { name: "Register 1 business" }));
    await toast("Couldn't send request!");
    const list = within(await screen.findByRole("dialog", { name: "Registering errors" }));
    const retry = list.getByRole("button", { name: "Retry user 10002" });
    await page.user.click(retry);
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({ userIds: "10002", retry: true });
    await waitFor(() => expect(retry.getAttribute("aria-busy")).toBeNull());
    expect(list.getByText("The user has no EIN.")).toBeTruthy();
    isMended = true;
    await page.user.click(retry);
    expect(await list.findByText("Request Sent Successfully!")).toBeTruthy();
    expect(list.queryByRole("button", { name: "Retry user 10002" })).toBeNull();
  });
});

describe("a request that failed", () => {
  it("shows its reason and is sent again from its row, which waits until the list is read again", async () => {
    const page = openBusinesses({ rows: [SENT_FAILED] });
    const sent = serveRegister(ALL_SENT);
    const row = await findRow(SENT_FAILED.userId);
    expect(row.getByText("Failed To Send Request")).toBeTruthy();
    expect(row.getByText("Tax id is invalid")).toBeTruthy();
    const retry = () => enabled(`Retry the registration of user ${SENT_FAILED.userId}`);
    const release = holdList([aBusiness(SENT_FAILED.userId, { midDeskResponseStatus: "pending" })]);
    await page.user.click(await retry());
    await row.findByRole("button", { name: /^Retry/, busy: true });
    await toast("Request Sent Successfully!");
    expect(sent).toMatchObject([{ userIds: String(SENT_FAILED.userId), retry: true }]);
    release();
    expect(await (await findRow(SENT_FAILED.userId)).findByText("Pending")).toBeTruthy();
  });

  it("says Couldn't send request! when it fails again, and can be tried once more at once", async () => {
    const page = openBusinesses({ rows: [SENT_FAILED] });
    serveRegister(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const name = `Retry the registration of user ${SENT_FAILED.userId}`;
    await page.user.click(await enabled(name));
    expect(await toast("Couldn't send request!")).toBeTruthy();
    await enabled(name);
  });
});
