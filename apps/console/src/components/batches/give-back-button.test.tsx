import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { GiveBackButton } from "./give-back-button.tsx";

it("says before anything is typed which roles can give a batch back", async () => {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" as const }));
  renderPage(<GiveBackButton batchId="0190c1a0-0000-7000-8000-0000000000b1" />);
  const description = "Only SUPERADMIN or ADMIN can do this.";
  expect(await screen.findByRole("button", { name: /^Refund batch/, description })).toBeTruthy();
});
