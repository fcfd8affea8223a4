import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { address } from "@/test/render-page.tsx";
import { chooseRowAction, expectRowReason } from "@/test/row-menu.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aFile, answerLink, openFilesSection, someFiles, watchSaving } from "../testing/files.tsx";
import { findEnabledButton } from "../testing/user-page.tsx";

let saved: Map<string, Blob>;
beforeEach(() => {
  saved = watchSaving();
});
afterEach(() => vi.restoreAllMocks());

const region = async () => within(await screen.findByRole("region", { name: "User files" }));
const cells = async () =>
  within(await (await region()).findByRole("table", { name: "User files" }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

describe("the table", () => {
  it("says what each file is, of which application, from where and when, in New York", async () => {
    openFilesSection();
    expect((await cells()).slice(1, 8)).toEqual([
      "Contract",
      "contract-501.pdf",
      "501",
      "203.0.113.7",
      "2026-09-22 09:00:00",
      "Signed in the customer portal",
      "1.4 KiB",
    ]);
  });

  it("shows a hostile name as the text it is", async () => {
    openFilesSection({ files: someFiles(aFile({ name: "<b>x</b>\u202Efdp\r\n.exe" })) });
    expect((await cells())[2]).toBe("<b>x</b>\uFFFDfdp\uFFFD\uFFFD.exe");
  });

  it("that fails to load says so, and is loaded again on request", async () => {
    const { user } = openFilesSection();
    mockTrpc.query("files.list", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const section = await region();
    expect(await section.findByText("Error - Failed to fetch user files")).toBeTruthy();
    mockTrpc.query("files.list", () => someFiles(aFile()));
    await user.click(section.getByRole("button", { name: "Retry" }));
    expect(await section.findByTitle("contract-501.pdf")).toBeTruthy();
  });

  it("of a customer without files says that there are none", async () => {
    openFilesSection({ files: { userFiles: [], types: [], applications: [] } });
    expect(await (await region()).findByText("No User Files Found")).toBeTruthy();
  });
});

describe("the filters", () => {
  it("are what the address says, and what is chosen stands in the address", async () => {
    const asked: unknown[] = [];
    const { user } = openFilesSection({ search: "&type=contract&application=501&stage=all" });
    mockTrpc.query("files.list", ({ input }) => {
      asked.push(input);
      return someFiles(aFile());
    });
    const section = await region();
    await section.findByTitle("contract-501.pdf");
    expect(asked).toEqual([{ userId: 10_001, type: "contract", applicationId: 501, stage: "all" }]);
    await user.click(section.getByRole("combobox", { name: "Type" }));
    await user.click(await screen.findByRole("option", { name: "Consent" }));
    await waitFor(() => expect(address()).toContain("type=consent"));
    await waitFor(() => expect(asked).toHaveLength(2));
    await user.click(section.getByRole("combobox", { name: "Stage" }));
    await user.click(await screen.findByRole("option", { name: "Funded" }));
    await waitFor(() => expect(address()).not.toContain("stage="));
  });

  it("that nothing fits offer all files", async () => {
    const { user } = openFilesSection({ files: someFiles(), search: "&type=consent" });
    const section = await region();
    await section.findByText("No file fits these filters");
    await user.click(section.getByRole("button", { name: "Show all files" }));
    await waitFor(() => expect(address()).toContain("stage=all"));
    expect(address()).not.toContain("type=");
  });
});

const LINK = "/files/contracts/x.pdf";
const given = { fileName: "contract-501.pdf", contentType: "application/pdf", expiresAt: new Date() };

describe("a download", () => {
  it("saves the file itself under the name the server gives", async () => {
    answerLink(LINK, "%PDF-1.7");
    const { user } = openFilesSection();
    const asked: unknown[] = [];
    mockTrpc.mutation("files.link", ({ input }) => {
      asked.push(input);
      return { ...given, url: `http://localhost:3000${LINK}` };
    });
    await chooseRowAction(user, "contract-501.pdf", "Download");
    await waitFor(() => expect([...saved.keys()]).toEqual(["contract-501.pdf"]));
    expect(await saved.get("contract-501.pdf")?.text()).toBe("%PDF-1.7");
    expect(asked).toMatchObject([{ fileId: aFile().id, purpose: "download" }]);
  });

  it.each([
    ["whose link is too old", { message: "PDF Link Expired", code: "EXPIRED" }, 410, "PDF Link Expired"],
    ["that breaks off", {}, 500, "Error - Failed to generate user files"],
  ])("%s says so and saves nothing", async (_case, body, status, message) => {
    answerLink(LINK, JSON.stringify(body), { status });
    const { user } = openFilesSection();
    mockTrpc.mutation("files.link", () => ({ ...given, url: `http://localhost:3000${LINK}` }));
    await chooseRowAction(user, "contract-501.pdf", "Download");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(saved.size).toBe(0);
  });

  it("of a file whose bytes are lost says so", async () => {
    const { user } = openFilesSection();
    const message = "Error - Failed to generate user files";
    mockTrpc.mutation("files.link", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message });
    });
    await chooseRowAction(user, "contract-501.pdf", "Download");
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it("is not to be had by a viewer, and the buttons say why", async () => {
    const { user } = openFilesSection({ role: "VIEWER" });
    const section = await region();
    const reason = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
    await section.findAllByText(reason);
    expect(section.getByRole("button", { name: "Download all" }).getAttribute("aria-disabled")).toBe("true");
    for (const name of ["Download", "Copy link"])
      await expectRowReason(reason, user, "contract-501.pdf", name, section);
  });
});

describe("the zip file", () => {
  const two = someFiles(aFile(), aFile({ id: "0190c1a0-0000-7000-8000-0000000000f2", name: "other.pdf" }));
  const ZIP = "/api/files/zip/ticket";
  const zipped = { url: ZIP, fileName: "files_user-10001.zip", expiresAt: new Date() };

  it("holds all files that are listed, or those that are selected", async () => {
    answerLink(ZIP, "PK");
    const { user } = openFilesSection({ files: two });
    const asked: string[][] = [];
    mockTrpc.mutation("files.zip", ({ input }) => {
      asked.push(input.fileIds);
      return zipped;
    });
    await user.click(await findEnabledButton("Download all"));
    await waitFor(() => expect([...saved.keys()]).toEqual(["files_user-10001.zip"]));
    await user.click(screen.getByRole("checkbox", { name: "Select other.pdf" }));
    await user.click(await findEnabledButton("Download 1 selected"));
    const [first, second] = two.userFiles.map(({ id }) => id);
    await waitFor(() => expect(asked).toEqual([[first, second], [second]]));
  });

  it("shows how much of it is there while it comes", async () => {
    let send: (text: string | null) => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) =>
          text === null ? controller.close() : controller.enqueue(new TextEncoder().encode(text));
      },
    });
    answerLink(ZIP, body, { headers: { "content-length": "4" } });
    const { user } = openFilesSection({ files: two });
    mockTrpc.mutation("files.zip", () => zipped);
    await user.click(await findEnabledButton("Download all"));
    const bar = await screen.findByRole("progressbar", { name: "Zip file" });
    send("PK");
    await waitFor(() => expect(bar.getAttribute("value")).toBe("50"));
    send("PK");
    send(null);
    await waitFor(() => expect(screen.queryByRole("progressbar", { name: "Zip file" })).toBeNull());
  });

  it("that can not be made says so, and names what is missing", async () => {
    const { user } = openFilesSection({ files: two });
    const message = "Error - Failed to generate user zip file";
    mockTrpc.mutation("files.zip", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message, details: { missing: ["other.pdf"] } });
    });
    await user.click(await findEnabledButton("Download all"));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByText("Not found: other.pdf")).toBeTruthy();
  });

  it("that the file store does not give says which kind of failure it is", async () => {
    const { user } = openFilesSection({ files: two });
    const message = "Error - Failed to generate user zip file";
    const why = "The file store has no bucket of the name that is set.";
    mockTrpc.mutation("files.zip", () => {
      throw mockTrpc.refusal("SERVICE_UNAVAILABLE", { message, details: { why } });
    });
    await user.click(await findEnabledButton("Download all"));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByText(why)).toBeTruthy();
  });
});

it("the link of a contract is copied whole, with the time it expires", async () => {
  const written = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(written);
  const { user } = openFilesSection();
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(written);
  mockTrpc.mutation("applications.createContractLink", () => ({
    linkId: "0190c1a0-0000-7000-8000-00000000000b",
    path: "/public/contracts/ticket",
    expiresAt: new Date("2026-11-21T20:04:05Z"),
  }));
  await chooseRowAction(user, "contract-501.pdf", "Copy link");
  await waitFor(() => expect(written).toHaveBeenCalledWith("http://localhost:3000/public/contracts/ticket"));
  expect(await screen.findByText("It opens the contract until 2026-11-21 15:04:05 (New York).")).toBeTruthy();
});

it("only a contract has a link to copy", async () => {
  openFilesSection({ files: someFiles(aFile({ type: "consent", name: "consent.pdf" })) });
  await findEnabledButton("Download consent.pdf");
  expect(screen.queryByRole("button", { name: /^Actions of/ })).toBeNull();
});
