import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anApplication, aUser, findEnabledButton, openUserSection, USER_ID } from "../testing/user-page.tsx";
import { TogglePanelSection } from "./toggle-panel-section.tsx";

const LABEL = "New application";

it("begins an application for a customer who has none, and says what comes next", async () => {
  const { user } = openUserSection(TogglePanelSection, { user: aUser({ application: null }) });
  const sent: { userId: number }[] = [];
  mockTrpc.mutation("users.beginApplication", ({ input }) => {
    sent.push(input);
    return { applicationId: 502, message: "Application created." };
  });
  await user.click(await findEnabledButton(LABEL));
  expect(await screen.findByText("Application created.")).toBeTruthy();
  expect(sent).toMatchObject([{ userId: USER_ID }]);
});

it("says why the server refused", async () => {
  const { user } = openUserSection(TogglePanelSection, { user: aUser({ application: null }) });
  mockTrpc.mutation("users.beginApplication", () => {
    throw mockTrpc.refusal("CONFLICT", { message: "This customer has an application that is not funded." });
  });
  await user.click(await findEnabledButton(LABEL));
  expect(await screen.findByText("This customer has an application that is not funded.")).toBeTruthy();
});

it("is not offered beside an application that is not funded, which can be restarted", async () => {
  openUserSection(TogglePanelSection, {
    user: aUser({ application: anApplication({ stage: "offered", funded: false }) }),
  });
  await findEnabledButton("Restart application");
  expect(screen.queryByRole("button", { name: LABEL })).toBeNull();
});

it("is held for a VIEWER, with the reason", async () => {
  openUserSection(TogglePanelSection, { role: "VIEWER", user: aUser({ application: null }) });
  const button = await screen.findByRole("button", { name: LABEL });
  expect(button.getAttribute("aria-disabled")).toBe("true");
});
