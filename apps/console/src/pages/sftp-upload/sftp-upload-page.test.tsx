import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import SftpUploadPage from "./sftp-upload-page.tsx";

function open({ role = "ADMIN" }: { role?: "ADMIN" | "VIEWER" } = {}) {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("admins.metabase", () => ({ isOffered: false }));
  mockTrpc.query("uploads.list", () => ({
    uploads: [
      {
        id: "0190c1a0-0000-7000-8000-00000000000b",
        fileName: "report.csv",
        sizeBytes: 2048,
        state: "UNKNOWN",
        reason: "The upload was interrupted. The file may have arrived.",
        createdAt: new Date("2026-11-20T16:40:00Z"),
        remoteName: "2026-11-20-0190c1a0.csv",
        uploadedBy: "ada.keller@example.com",
      },
    ],
    nextCursor: null,
  }));
  return renderPage(<SftpUploadPage />, { at: "/admin/sftp-upload" });
}

const drop = (names: readonly string[]) =>
  fireEvent.drop(screen.getByRole("region", { name: "Files to upload" }), {
    dataTransfer: { files: names.map((name) => new File(["x"], name)) },
  });

it("lists what was uploaded: name, size, who, when in New York and how it stands", async () => {
  const { queryClient } = open();
  await screen.findByText("report.csv");
  expect(screen.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
    "report.csv",
    "2.0 KiB",
    "ada.keller@example.com",
    "2026-11-20 11:40:00",
    "UnknownThe upload was interrupted. The file may have arrived.",
    "2026-11-20-0190c1a0.csv",
  ]);
  expect(screen.queryByRole("link", { name: /Metabase/ })).toBeNull();
  mockTrpc.query("uploads.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await queryClient.invalidateQueries();
  expect(
    (await screen.findByText("The rows below were loaded earlier.")).parentElement?.firstChild?.textContent,
  ).toBe("Something went wrong");
});

it("says whether a virus scanner looks through what is uploaded", async () => {
  const { queryClient } = open();
  expect(await screen.findByText(/Each file is scanned for viruses.$/)).toBeTruthy();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, flags: { ...ADMIN.flags, virusScanner: false } }));
  await queryClient.invalidateQueries();
  expect(await screen.findByText(/No virus scanner is set up. Files are not scanned.$/)).toBeTruthy();
});

it("takes nothing from a VIEWER, who is told who may upload", async () => {
  open({ role: "VIEWER" });
  expect(await screen.findByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).toBeTruthy();
  drop(["tool.exe"]);
  expect(screen.queryByRole("list", { name: "Files of this upload" })).toBeNull();
});

it("says at once what can not be uploaded: a kind that is not taken, and more than twenty at once", async () => {
  const { user } = open();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Choose files" }).getAttribute("aria-disabled")).toBeNull(),
  );
  drop(Array.from({ length: 21 }, (_, index) => `tool-${index}.exe`));
  const said = screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(said[0]).toContain(
    "tool-0.exe file upload failed. Only PDF, CSV, XLSX, PNG, JPG and TXT files can be uploaded.",
  );
  expect(said[20]).toContain("tool-20.exe file upload failed. At most 20 files can be uploaded at once.");
  await user.click(screen.getByRole("button", { name: "Clear list" }));
  expect(screen.queryByRole("list", { name: "Files of this upload" })).toBeNull();
});

it("prohibits company data, and offers Metabase to an admin who may open it", async () => {
  open();
  mockTrpc.query("admins.metabase", () => ({ isOffered: true }));
  expect(screen.getByText(/company data or other bad files are strictly prohibited/)).toBeTruthy();
  expect((await screen.findByRole("link", { name: /^Metabase/ })).getAttribute("href")).toMatch(
    /\/metabase\/$/,
  );
});
