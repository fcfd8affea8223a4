import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderPage } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { ExportMenu } from "./export-menu.tsx";

const URL_OF_FILE = "http://localhost:3000/api/exports/users?stage=funded";

it("says before it runs which rows, how many, which columns, and of which time zone", async () => {
  const asked: string[] = [];
  const saved: string[] = [];
  server.use(
    http.post("http://localhost:3000/api/exports/users", ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ columns: ["Id", "Balance (USD)"], rows: 1_234 });
    }),
  );
  const { user } = renderPage(
    <ExportMenu
      label="Export CSV"
      disabledReason={null}
      pending={false}
      scopes={[
        { label: "all that match", about: { url: URL_OF_FILE }, save: (format) => saved.push(format) },
        {
          label: "this page",
          about: { columns: ["Id"], rows: 15 },
          save: (format) => saved.push(`page ${format}`),
        },
      ]}
    />,
  );
  const open = async () => {
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    return within(await screen.findByRole("dialog", { name: "Export" }));
  };
  let dialog = await open();
  expect(await dialog.findByText("1,234")).toBeTruthy();
  expect(asked).toEqual(["?stage=funded&form=description"]);
  for (const said of ["Id, Balance (USD)", "New York (ET)", "US dollars"])
    expect(dialog.getByText(said)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Save as Excel (XLSX)" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  dialog = await open();
  await user.click(dialog.getByRole("radio", { name: "this page" }));
  expect(await dialog.findByText("15")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Save as CSV" }));
  expect(saved).toEqual(["xlsx", "page csv"]);
});

it("says why the rows could not be counted, and holds nothing back", async () => {
  server.use(
    http.post("http://localhost:3000/api/exports/users", () =>
      HttpResponse.json({ message: "Please wait a minute.", code: "LIMITED" }, { status: 429 }),
    ),
  );
  const saved: string[] = [];
  const { user } = renderPage(
    <ExportMenu
      label="Export CSV"
      disabledReason={null}
      pending={false}
      scopes={[{ label: "all", about: { url: URL_OF_FILE }, save: (format) => saved.push(format) }]}
    />,
  );
  await user.click(screen.getByRole("button", { name: "Export CSV" }));
  expect(await screen.findByText(/Could not be counted: Please wait a minute\./)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Save as CSV" }));
  expect(saved).toEqual(["csv"]);
});
