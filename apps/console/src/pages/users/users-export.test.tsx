import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import UsersExport from "./users-export.tsx";

const LIST_ID = "0197f3a0-0000-7000-8000-0000000000aa";
const FILTERS = {
  stage: "funded" as const,
  balance: null,
  nextDue: null,
  pastDue: null,
  lastPayment: null,
  tags: [],
};

let asked: string[];
beforeEach(() => {
  signIn();
  asked = [];
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" as const }));
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:saved");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  server.use(
    http.post("*/api/exports/users", ({ request }) => {
      const { search } = new URL(request.url);
      if (search.includes("form=description")) return HttpResponse.json({ columns: ["Id"], rows: 235 });
      asked.push(search);
      return new HttpResponse("Id\n", { headers: { "content-type": "text/csv" } });
    }),
  );
});

const open = async (query: string) => {
  const { user } = renderPage(<UsersExport filters={FILTERS} query={query} userIds={[7, 8]} />);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Export CSV" }).getAttribute("aria-disabled")).toBeNull(),
  );
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Export" })) };
};

it("exports all matches of the filters in the chosen format", async () => {
  const { user, dialog } = await open("");
  expect(await dialog.findByText("235")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Save as Excel (XLSX)" }));
  expect(await screen.findByText(/^users\.xlsx is complete and saved/)).toBeTruthy();
  expect(asked).toEqual(["?stage=funded&form=xlsx"]);
});

it("exports the loaded users of a search, and no others, as a fixed list", async () => {
  const frozen: unknown[] = [];
  mockTrpc.mutation("customerLists.freeze", ({ input }) => {
    frozen.push(input);
    return { id: LIST_ID, customers: 2 };
  });
  const { user, dialog } = await open("delgado");
  expect(dialog.queryByRole("radio")).toBeNull();
  expect(dialog.getByText("2 · the loaded users")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Save as CSV" }));
  expect(await screen.findByText(/^users\.csv is complete and saved/)).toBeTruthy();
  expect(asked).toEqual([`?list=${LIST_ID}`]);
  expect(frozen).toMatchObject([{ of: { list: "chosen", from: "Users", userIds: [7, 8] }, expected: 2 }]);
});
