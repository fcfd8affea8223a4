import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aDealState, aProgress } from "../testing/crm.ts";
import { seeEverything } from "../testing/screen.ts";
import { aUser, findSection, openUserSection, USER_ID } from "../testing/user-page.tsx";
import type { User } from "../use-user.ts";
import { DoNotFundSection } from "./do-not-fund-section.tsx";
import type { DoNotFundProgress } from "./use-do-not-fund.ts";

beforeEach(seeEverything);

const BANNED = { doNotFund: true, doNotFundReason: "Defaulted" };

type Effect = RouterOutputs["doNotFund"]["effect"];
type Setup = { user?: Partial<User>; progress?: DoNotFundProgress | null; role?: Role; effect?: Effect };

const NO_EFFECT: Effect = { samePerson: [], openApplications: [], unpaidDates: 0, unpaidCents: 0 };
const NAME = `${aUser().firstname} ${aUser().lastname}`;

async function openSection({
  user = {},
  progress = null,
  role = "EMPLOYEE",
  effect = NO_EFFECT,
}: Setup = {}) {
  mockTrpc.query("doNotFund.progress", () => progress);
  mockTrpc.query("deals.get", () => aDealState());
  mockTrpc.query("doNotFund.effect", () => effect);
  const page = openUserSection(({ query }) => <DoNotFundSection query={query} hasTurn />, {
    user: aUser(user),
    role,
  });
  const region = await findSection("Do Not Fund");
  const flag = await region.findByRole("switch", { name: "Do Not Fund" });
  return { ...page, region, flag };
}

const press = async ({ user, flag }: Awaited<ReturnType<typeof openSection>>) => {
  await waitFor(() => expect(flag.getAttribute("aria-disabled")).toBeNull());
  await user.click(flag);
};

const isOn = (flag: HTMLElement) => flag.getAttribute("aria-checked");
const reasons = async () => within(await screen.findByRole("dialog", { name: `Ban ${NAME} #${USER_ID}?` }));

/** Lets the server set the flag, or throw, and keeps what it was sent. */
function serveBan(answer?: () => never) {
  const sent: RouterInputs["doNotFund"]["set"][] = [];
  mockTrpc.mutation("doNotFund.set", ({ input }) => {
    sent.push(input);
    return answer ? answer() : { doNotFund: true, doNotFundReason: input.reason, version: 2 };
  });
  return sent;
}

describe("switching on", () => {
  it("asks for one of the four reasons, Continue & Ban sends it, and it is said that it worked", async () => {
    const sent = serveBan();
    const page = await openSection();
    await press(page);
    const dialog = await reasons();
    expect(isOn(page.flag)).toBe("false");
    expect(dialog.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
      "Missed Payments",
      "Defaulted",
      "High Risk Behavior",
      "Other",
    ]);
    await page.user.click(dialog.getByRole("radio", { name: "High Risk Behavior" }));
    await page.user.click(dialog.getByRole("button", { name: "Continue & Ban" }));
    expect(await page.region.findByText("Reason: High Risk Behavior")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText("Action performed successfully!")).toBeTruthy();
    expect(sent).toEqual([
      {
        requestId: expect.any(String),
        userId: USER_ID,
        doNotFund: true,
        reason: "High Risk Behavior",
        otherReason: "",
      },
    ]);
  });

  it("says whom it bans and what follows: the deal, the application, payment dates left to staff, who is the same person", async () => {
    const page = await openSection({
      effect: {
        samePerson: [{ userId: 10012, name: "Luis Delgado" }],
        openApplications: [501],
        unpaidDates: 3,
        unpaidCents: 123_750,
      },
    });
    await press(page);
    const dialog = await reasons();
    expect(dialog.getByText(/The deal moves to Closed Lost, and nothing is paid out/)).toBeTruthy();
    expect(await dialog.findByText(/will skip 3 unpaid payment dates \(\$1,237\.50\)/)).toBeTruthy();
    expect(dialog.getByText(/is declined, and a notice to the customer is due/)).toBeTruthy();
    const same = dialog.getByRole("link", { name: "Luis Delgado #10012" });
    expect(same.getAttribute("href")).toBe("/admin/user-detail?id=10012");
    expect(dialog.getByRole("radiogroup", { name: "Do not fund reasons" })).toBeTruthy();
  });

  it("sends nothing and goes back when it is cancelled", async () => {
    const sent = serveBan();
    const page = await openSection();
    await press(page);
    await page.user.click((await reasons()).getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(isOn(page.flag)).toBe("false"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent).toEqual([]);
  });

  it("without a reason: Unable to proceed", async () => {
    const sent = serveBan();
    const page = await openSection();
    await press(page);
    const dialog = await reasons();
    await page.user.click(dialog.getByRole("button", { name: "Continue & Ban" }));
    expect(await dialog.findByText("Unable to proceed")).toBeTruthy();
    expect(dialog.getByText("Please select from the Do not fund reasons.")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("for another reason has to say which: Other not specified", async () => {
    const sent = serveBan();
    const page = await openSection();
    await press(page);
    const dialog = await reasons();
    expect(dialog.queryByRole("textbox")).toBeNull();
    await page.user.click(dialog.getByRole("radio", { name: "Other" }));
    await page.user.click(dialog.getByRole("button", { name: "Continue & Ban" }));
    expect(await dialog.findByText("Other not specified")).toBeTruthy();
    expect(dialog.getByText("Please specity Other reason.")).toBeTruthy();
    expect(sent).toEqual([]);
    await page.user.type(dialog.getByRole("textbox", { name: "Other reason" }), "Fraud ring");
    await page.user.click(dialog.getByRole("button", { name: "Continue & Ban" }));
    await waitFor(() => expect(sent[0]).toMatchObject({ reason: "Other", otherReason: "Fraud ring" }));
  });

  it("that fails says so in the dialog and keeps what was chosen, under the same request", async () => {
    const sent = serveBan(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const page = await openSection();
    await press(page);
    const dialog = await reasons();
    await page.user.click(dialog.getByRole("radio", { name: "Defaulted" }));
    await page.user.click(dialog.getByRole("button", { name: "Continue & Ban" }));
    expect(await dialog.findByText("Error on setting User's Do Not Fund flag.")).toBeTruthy();
    await page.user.click(dialog.getByRole("button", { name: "Continue & Ban" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual(sent[0]);
  });
});

describe("two admins", () => {
  const message = "Someone else changed the Do Not Fund flag. Reload to see it.";
  const refused = () => mockTrpc.refusal("CONFLICT", { message });

  it("who ban at the same time: the second is told, and sees the reason of the first", async () => {
    serveBan(() => {
      mockTrpc.query("users.get", () => aUser(BANNED));
      throw refused();
    });
    const page = await openSection();
    await press(page);
    const dialog = await reasons();
    await page.user.click(dialog.getByRole("radio", { name: "High Risk Behavior" }));
    await page.user.click(dialog.getByRole("button", { name: "Continue & Ban" }));
    expect(await dialog.findByText(message)).toBeTruthy();
    await page.user.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(await page.region.findByText("Reason: Defaulted")).toBeTruthy();
    await waitFor(() => expect(isOn(page.flag)).toBe("true"));
  });

  it("who unban at the same time: the second is told, and sees that it was done", async () => {
    mockTrpc.mutation("doNotFund.clear", () => {
      mockTrpc.query("users.get", () => aUser());
      throw refused();
    });
    const page = await openSection({ user: BANNED });
    await press(page);
    await page.user.click(await screen.findByRole("button", { name: "Unban" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await page.region.findByText("The customer may be funded.")).toBeTruthy();
  });
});

describe("switching off", () => {
  it("asks 'Are you sure to unban this user?', clears flag and reason, and says that it worked", async () => {
    const sent: unknown[] = [];
    mockTrpc.mutation("doNotFund.clear", ({ input }) => {
      sent.push(input);
      return { doNotFund: false, doNotFundReason: "", version: 2 };
    });
    const page = await openSection({ user: BANNED });
    expect(await page.region.findByText("Reason: Defaulted")).toBeTruthy();
    await press(page);
    const question = within(
      await screen.findByRole("alertdialog", { name: "Are you sure to unban this user?" }),
    );
    expect(sent).toEqual([]);
    await page.user.click(question.getByRole("button", { name: "Unban" }));
    expect(await page.region.findByText("The customer may be funded.")).toBeTruthy();
    expect(isOn(page.flag)).toBe("false");
    expect(await screen.findByText("Action performed successfully!")).toBeTruthy();
    expect(sent).toEqual([{ requestId: expect.any(String), userId: USER_ID, doNotFund: false }]);
  });

  it("goes back when it is cancelled, and when it fails says so", async () => {
    mockTrpc.mutation("doNotFund.clear", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const page = await openSection({ user: BANNED });
    await press(page);
    await page.user.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(isOn(page.flag)).toBe("true"));
    await press(page);
    await page.user.click(await screen.findByRole("button", { name: "Unban" }));
    expect(await screen.findByText("Error on setting User's Do Not Fund flag.")).toBeTruthy();
    expect(isOn(page.flag)).toBe("true");
  });
});

it.each([
  [{ zohoId: "" }, "EMPLOYEE", /Zoho Id is empty\./],
  [{}, "VIEWER", /Only SUPERADMIN, ADMIN or EMPLOYEE can do this\./],
] as const)("the switch may not be moved with %j as %s, and says why", async (user, role, reason) => {
  const page = await openSection({ user, role });
  expect(await page.region.findByText(reason)).toBeTruthy();
  await page.user.click(page.flag);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(isOn(page.flag)).toBe("false");
});

describe("the steps in the CRM", () => {
  const stepTexts = async ({ region }: Awaited<ReturnType<typeof openSection>>) =>
    within(await region.findByRole("list", { name: "CRM steps" }))
      .getAllByRole("listitem")
      .map((item) => item.textContent);

  it("are shown one by one, those without a deal as Not in Deals", async () => {
    const page = await openSection({
      user: BANNED,
      progress: aProgress({
        leadNote: { state: "QUEUED" },
        deal: { state: "SKIPPED" },
        dealNote: { state: "SKIPPED" },
      }),
    });
    expect(await stepTexts(page)).toEqual([
      "CRM contactDone",
      "Lead noteQueued",
      "Deal stageNot in Deals",
      "Deal noteNot in Deals",
    ]);
  });

  it.each([
    ["contact", "Error occurred on Contact Editing."],
    ["leadNote", "Error occurred on creating Leads Note."],
    ["deal", "An error occurred setting DNF flag."],
    ["dealNote", "Error occurred on creating Deals Note."],
  ] as const)("say what failed: %s", async (step, message) => {
    const page = await openSection({ user: BANNED, progress: aProgress({ [step]: { state: "FAILED" } }) });
    expect(await page.region.findByText(message)).toBeTruthy();
    expect(page.region.getAllByText(/^Error|^An error/)).toHaveLength(1);
  });

  it("that failed can be tried again", async () => {
    const sent: string[] = [];
    const failed = aProgress({ contact: { state: "FAILED", lastError: "zoho-crm: NO_PERMISSION" } });
    const page = await openSection({ user: BANNED, progress: failed });
    mockTrpc.mutation("doNotFund.retryStep", ({ input }) => {
      sent.push(input.stepId);
      mockTrpc.query("doNotFund.progress", () => aProgress());
      return { id: input.stepId };
    });
    await page.user.click(await page.region.findByRole("button", { name: "Retry: CRM contact" }));
    await waitFor(async () => expect((await stepTexts(page))[0]).toBe("CRM contactDone"));
    expect(sent).toEqual([failed.steps[0]?.id]);
  });

  it("that cannot be read leave the switch alone, and can be read again", async () => {
    const page = await openSection({ user: BANNED });
    mockTrpc.query("doNotFund.progress", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await page.queryClient.invalidateQueries();
    const retry = await page.region.findByRole("button", { name: "Retry" });
    expect(isOn(page.flag)).toBe("true");
    mockTrpc.query("doNotFund.progress", () => aProgress());
    await page.user.click(retry);
    expect(await stepTexts(page)).toHaveLength(4);
  });
});
