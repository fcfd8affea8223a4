import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  aBusiness,
  box,
  enabled,
  FILED,
  findRow,
  holdList,
  LIEN_FAILED,
  openBusinesses,
  SENT_FAILED,
} from "./testing/page.tsx";

type Sent = RouterInputs["businesses"]["fileLiens"];

/** Answers filings like this, and tells what was sent and when. */
function serveFiling(answer: () => { success: boolean; message: string }) {
  const sent: (Sent & { at: number })[] = [];
  mockTrpc.mutation("businesses.fileLiens", ({ input }) => {
    sent.push({ ...input, at: Date.now() });
    return answer();
  });
  return sent;
}

const FILING = { success: true, message: "The lien is being filed." };
const toast = (message: string) => screen.findByText(message, { selector: "[data-sonner-toast] *" });
const question = async (name: string) => within(await screen.findByRole("alertdialog", { name }));

describe("File Lien", () => {
  it("asks first, files for those who lack one, says who is left out, and reloads the list after 3 s", async () => {
    const page = openBusinesses({ rows: [aBusiness(10_001), FILED, LIEN_FAILED, SENT_FAILED] });
    const sent = serveFiling(() => ({ ...FILING, message: "2 liens are being filed." }));
    for (const { userId } of [aBusiness(10_001), FILED, LIEN_FAILED])
      await page.user.click(await box(userId));
    await page.user.click(await enabled("File Lien (2)"));
    const asked = await question("File liens against 2 businesses?");
    const against = within(asked.getByRole("list", { name: "Businesses" }));
    expect(against.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "10001Business 10001",
      "10004Business 10004",
    ]);
    expect(asked.getByRole("list", { name: "Skipped" }).textContent).toBe("1A lien already exists: filed.");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
    expect(sent).toEqual([]);
    const release = holdList([aBusiness(10_001, { lienStatus: "created" })]);
    await page.user.click(asked.getByRole("button", { name: "File 2 liens" }));
    await toast("2 liens are being filed.");
    expect(sent).toMatchObject([{ userIds: [10_001, LIEN_FAILED.userId] }]);
    await enabled("Register Business");
    expect((await box(10_001)).getAttribute("aria-disabled")).toBe("true");
    expect((await findRow(10_001)).getByText("Filing")).toBeTruthy();
    release();
    expect(await (await findRow(10_001)).findByText("Created")).toBeTruthy();
    expect(Date.now() - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(3_000);
  });

  it.each([
    ["Error Filing: Business 10001 (user 10001): A lien already exists: created.", "UNPROCESSABLE_CONTENT"],
    ["Couldn't File Lien!", "INTERNAL_SERVER_ERROR"],
  ] as const)("says “%s” in the question, and repeats the same request", async (said, code) => {
    const page = openBusinesses();
    const sent = serveFiling(() => {
      throw mockTrpc.refusal(code, { message: said.replace("Error Filing: ", "") });
    });
    await page.user.click(await box(10_001));
    await page.user.click(await enabled("File Lien (1)"));
    const asked = await question("File a lien against Business 10001?");
    await page.user.click(asked.getByRole("button", { name: "File Lien" }));
    expect((await asked.findByRole("alert")).textContent).toBe(said);
    await page.user.click(asked.getByRole("button", { name: "File Lien" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.requestId).toBe(sent[0]?.requestId);
  });

  it("says Error Filing with the message of an answer that is no success", async () => {
    const page = openBusinesses();
    serveFiling(() => ({ success: false, message: "The state is closed." }));
    await page.user.click(await box(10_001));
    await page.user.click(await enabled("File Lien (1)"));
    const asked = await question("File a lien against Business 10001?");
    await page.user.click(asked.getByRole("button", { name: "File Lien" }));
    expect((await asked.findByRole("alert")).textContent).toBe("Error Filing: The state is closed.");
    expect(screen.getByText("1 selected")).toBeTruthy();
  });

  it("that failed shows its reason and is tried again from its row", async () => {
    const page = openBusinesses({ rows: [LIEN_FAILED] });
    const sent = serveFiling(() => FILING);
    const row = await findRow(LIEN_FAILED.userId);
    expect(row.getByText("Failed To File Lien")).toBeTruthy();
    expect(row.getByText("The state refused the filing")).toBeTruthy();
    const retry = await enabled(`Retry the lien of user ${LIEN_FAILED.userId}`);
    await page.user.click(retry);
    const asked = await question(`File a lien against ${LIEN_FAILED.name}?`);
    await page.user.click(asked.getByRole("button", { name: "File Lien" }));
    await toast("The lien is being filed.");
    expect(sent).toMatchObject([{ userIds: [LIEN_FAILED.userId] }]);
    expect(retry.getAttribute("aria-busy")).toBe("true");
  });
});

describe("Download Lien", () => {
  afterEach(() => vi.restoreAllMocks());

  const OTHER = aBusiness(10_006, { lienStatus: "filed", lienPdf: "UCC-1 2026-78.pdf" });
  const PATH = "/files/liens/signed";

  /** Follows what is asked for and what is saved. */
  function serveFiles(fileName: string) {
    const asked: (readonly number[])[] = [];
    const saved: string[] = [];
    mockTrpc.mutation("businesses.lienPdfs", ({ input }) => {
      asked.push(input.userIds);
      return { url: PATH, fileName, expiresAt: new Date("2026-11-21T16:00:00Z") };
    });
    server.use(http.get(`*${PATH}`, () => new HttpResponse("%PDF-1.7")));
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:saved");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    return { asked, saved };
  }

  it("saves the documents of the selected rows that have one", async () => {
    const page = openBusinesses({ rows: [aBusiness(10_001), FILED, OTHER] });
    const files = serveFiles("liens.zip");
    for (const { userId } of [aBusiness(10_001), FILED, OTHER]) await page.user.click(await box(userId));
    await page.user.click(await enabled("Download Lien (2)"));
    await waitFor(() => expect(files.saved).toEqual(["liens.zip"]));
    expect(files.asked).toEqual([[FILED.userId, OTHER.userId]]);
  });

  it("saves one document from its row, also where the row can not be selected", async () => {
    const inReview = aBusiness(10_007, {
      midDeskResponseStatus: "in_review",
      lienStatus: "filed",
      lienPdf: "UCC-1 2026-79.pdf",
    });
    const page = openBusinesses({ rows: [inReview] });
    const files = serveFiles("UCC-1 2026-79.pdf");
    await page.user.click(await enabled("UCC-1 2026-79.pdf Download Lien of user 10007"));
    await waitFor(() => expect(files.saved).toEqual(["UCC-1 2026-79.pdf"]));
    expect(files.asked).toEqual([[10_007]]);
  });

  it.each([
    ["PDF Link Expired", { status: 410, body: { message: "PDF Link Expired", code: "GONE" } }],
    ["Couldn't Fetch Reports", { status: 500, body: {} }],
  ] as const)("says “%s” and saves nothing", async (said, { status, body }) => {
    const page = openBusinesses({ rows: [FILED] });
    const files = serveFiles("UCC-1 2026-77.pdf");
    server.use(http.get(`*${PATH}`, () => HttpResponse.json(body, { status })));
    await page.user.click(await box(FILED.userId));
    await page.user.click(await enabled("Download Lien (1)"));
    await toast(said);
    expect(files.saved).toEqual([]);
  });
});
