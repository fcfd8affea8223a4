import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { SimilarNames } from "./similar-names.tsx";

it("offers customers with names similar to the search", async () => {
  signIn();
  mockTrpc.query("users.find", () => [
    { kind: "user", key: "12", userId: 12, name: "Maria Delgado", reason: "Similar name", batch: null },
  ]);
  renderPage(<SimilarNames text="Delgdo" />, { at: "/admin/users" });
  const link = await screen.findByRole("link", { name: "Maria Delgado (12)" });
  expect(link.getAttribute("href")).toBe("/admin/user-detail?id=12");
});
