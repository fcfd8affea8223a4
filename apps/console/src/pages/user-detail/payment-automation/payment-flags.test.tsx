import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anApplication, aUser, findEnabledButton, openUserSection } from "../testing/user-page.tsx";
import { TogglePanelSection } from "../toggle-panel/toggle-panel-section.tsx";
import { PaymentAutomationSection } from "./payment-automation-section.tsx";

const AUTOMATION = "Run payment automation";
const RECONNECT = "Show reconnect bank account";
const RESIGN = "Show re-sign contract";

const Flags: Parameters<typeof openUserSection>[0] = ({ query }) => (
  <>
    <PaymentAutomationSection query={query} />
    <TogglePanelSection query={query} />
  </>
);

const findSwitch = (name: string) => screen.findByRole("switch", { name });

const findEnabledSwitch = async (name: string) => {
  const found = await findSwitch(name);
  await waitFor(() => expect(found.getAttribute("aria-disabled")).toBeNull());
  return found;
};

/** Keeps what the server is asked to switch. */
function serveFlags() {
  const sent: unknown[] = [];
  mockTrpc.mutation("users.setFlag", ({ input }) => {
    sent.push(input);
    return { version: input.version + 1 };
  });
  return sent;
}

describe("the switches", () => {
  it("stand as the customer's flags do", async () => {
    openUserSection(Flags, { user: aUser({ showReconnectButton: true }) });
    expect((await findSwitch(AUTOMATION)).getAttribute("aria-checked")).toBe("true");
    expect((await findSwitch(RECONNECT)).getAttribute("aria-checked")).toBe("true");
    expect((await findSwitch(RESIGN)).getAttribute("aria-checked")).toBe("false");
  });

  it("say that automation skips a customer who may not be funded", async () => {
    openUserSection(Flags, { user: aUser({ doNotFund: true }) });
    const effect = /^Payment automation skips this customer while Do Not Fund is set\./;
    expect(await screen.findByText(effect)).toBeTruthy();
  });

  it("send the version that was read, and the next one the version that came back", async () => {
    const { user } = openUserSection(Flags);
    const sent = serveFlags();
    await user.click(await findEnabledSwitch(AUTOMATION));
    await waitFor(() => expect(screen.getByText("Only staff can charge this customer.")).toBeTruthy());
    expect(await screen.findByText("User updated successfully!")).toBeTruthy();
    await user.click(await findEnabledSwitch(RECONNECT));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { userId: 10_001, version: 1, flag: "runPaymentAutomation", on: false },
        { userId: 10_001, version: 2, flag: "showReconnectButton", on: true },
      ]),
    );
  });

  it("that are pressed while another is on its way wait for it, wherever they stand, and name its version", async () => {
    const { user } = openUserSection(Flags);
    const answer = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    mockTrpc.mutation("users.setFlag", async ({ input }) => {
      sent.push(input);
      await answer.promise;
      return { version: input.version + 1 };
    });
    for (const name of [AUTOMATION, RECONNECT, RESIGN]) await user.click(await findEnabledSwitch(name));
    for (const name of [AUTOMATION, RECONNECT, RESIGN])
      expect((await findSwitch(name)).getAttribute("aria-busy")).toBe("true");
    expect(sent).toHaveLength(1);
    answer.resolve();
    await waitFor(() =>
      expect(sent).toMatchObject([
        { version: 1, flag: "runPaymentAutomation" },
        { version: 2, flag: "showReconnectButton" },
        { version: 3, flag: "showResignContractButton" },
      ]),
    );
    for (const name of [RECONNECT, RESIGN])
      await waitFor(async () => expect((await findSwitch(name)).getAttribute("aria-busy")).toBeNull());
  });

  it("go back where they were when the server refuses, and say why", async () => {
    const { user } = openUserSection(Flags);
    mockTrpc.mutation("users.setFlag", () => {
      throw mockTrpc.refusal("CONFLICT", {
        message: "Someone else changed this customer. Reload and try again.",
      });
    });
    await user.click(await findEnabledSwitch(AUTOMATION));
    expect(await screen.findByText("Someone else changed this customer. Reload and try again.")).toBeTruthy();
    await waitFor(async () =>
      expect((await findSwitch(AUTOMATION)).getAttribute("aria-checked")).toBe("true"),
    );
  });

  it.each([
    [
      RECONNECT,
      aUser({ bankLinks: [] }),
      "User has no Plaid Accounts, Re-connect Bank Account button will not be shown.",
    ],
    [
      RESIGN,
      aUser({ application: anApplication({ expired: true, offerExpired: true }) }),
      "Latest Application has expired. Please ask the user to start a new application.",
    ],
    [
      RESIGN,
      aUser({ application: anApplication({ offerExpired: true }) }),
      "Latest Offer has expired. Please ask the user to create a new offer.",
    ],
  ])("“%s” is held where it would have no effect, and says why", async (name, customer, reason) => {
    const { user } = openUserSection(Flags, { user: customer });
    const sent = serveFlags();
    expect(await screen.findByText(reason)).toBeTruthy();
    const held = await findSwitch(name);
    expect(held.getAttribute("aria-disabled")).toBe("true");
    await user.click(held);
    expect(held.getAttribute("aria-checked")).toBe("false");
    expect(sent).toEqual([]);
  });

  it("a switch that is on can be put off even where it has no effect any more", async () => {
    const { user } = openUserSection(Flags, { user: aUser({ bankLinks: [], showReconnectButton: true }) });
    const sent = serveFlags();
    await user.click(await findEnabledSwitch(RECONNECT));
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("are held for a VIEWER, with who may move them", async () => {
    const { user } = openUserSection(Flags, { role: "VIEWER" });
    const sent = serveFlags();
    await waitFor(() =>
      expect(
        screen.getAllByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.").length,
      ).toBeGreaterThanOrEqual(3),
    );
    for (const name of [AUTOMATION, RECONNECT, RESIGN]) await user.click(await findSwitch(name));
    expect(sent).toEqual([]);
  });
});

describe("restarting the application", () => {
  const unfunded = aUser({ application: anApplication({ stage: "offered", funded: false }) });
  const panel = async () => within(await screen.findByRole("region", { name: "Toggle Panel" }));
  const ask = async () => findEnabledButton("Restart application", await panel());

  it("names what is lost, and happens only when that is confirmed", async () => {
    const { user } = openUserSection(Flags, { user: unfunded });
    const sent: unknown[] = [];
    mockTrpc.mutation("users.restartApplication", ({ input }) => {
      sent.push(input);
      return { success: true, message: "Application restarted successfully!", applicationId: 502 };
    });
    await user.click(await ask());
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(
      dialog.getByText(
        "Application 501 ends, and the answers given so far, the credit check, the offers, and the signed contract must be completed again.",
      ),
    ).toBeTruthy();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Restart application" }));
    expect(await screen.findByText("Application restarted successfully!")).toBeTruthy();
    expect(sent).toMatchObject([{ userId: 10_001, applicationId: 501, version: 1 }]);
  });

  it("says why the server refused", async () => {
    const { user } = openUserSection(Flags, { user: unfunded });
    mockTrpc.mutation("users.restartApplication", () => {
      throw mockTrpc.refusal("CONFLICT", { message: "The application has changed." });
    });
    await user.click(await ask());
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.click(dialog.getByRole("button", { name: "Restart application" }));
    expect(await screen.findByText("The application has changed.")).toBeTruthy();
  });

  it("is not to be had for a funded application", async () => {
    openUserSection(Flags);
    expect(await screen.findByText("A funded application can not be restarted.")).toBeTruthy();
  });
});
