import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { SendNotice } from "./send-notice.tsx";

type Preview = RouterOutputs["adverseAction"]["preview"];

async function openForm(preview: Partial<Preview>) {
  const sent: RouterInputs["adverseAction"]["send"][] = [];
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" as const }));
  mockTrpc.query("adverseAction.preview", () => ({
    reasons: [],
    unclear: [],
    mustChoose: false,
    whyNot: null,
    ...preview,
  }));
  mockTrpc.mutation("adverseAction.send", ({ input }) => {
    sent.push(input);
    return { fileId: "0190c1a0-0000-7000-8000-0000000000f1", message: "The notice is on its way." };
  });
  const { user } = renderPage(<SendNotice applicationId={501} />);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Send the notice" }).getAttribute("aria-disabled")).not.toBe(
      "true",
    ),
  );
  await user.click(screen.getByRole("button", { name: "Send the notice" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send the notice" }));
  return { user, dialog, sent };
}

it("shows the reasons of the letter before it is sent", async () => {
  const { user, dialog, sent } = await openForm({ reasons: ["Bankruptcy"] });
  expect(await dialog.findByText("Bankruptcy")).toBeTruthy();
  expect(dialog.queryByRole("combobox")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent).toEqual([{ applicationId: 501, requestId: expect.any(String) }]));
});

it("asks for the principal reason where the stored one is vague", async () => {
  const { user, dialog, sent } = await openForm({ unclear: ["Other"], mustChoose: true });
  await user.click(await dialog.findByRole("combobox", { name: "Principal reason for “Other”" }));
  await user.click(await screen.findByRole("option", { name: "No credit file" }));
  await user.click(dialog.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent).toMatchObject([{ applicationId: 501, reason: "No credit file" }]));
});
