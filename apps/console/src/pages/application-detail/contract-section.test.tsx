import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aFile, aLink, FILE_ID, LINK_ID, openApplication, withContract } from "./testing/page.tsx";

afterEach(() => void vi.restoreAllMocks());

const contract = async () => within(await screen.findByRole("region", { name: "Contract" }));
const button = async (name: RegExp) => (await contract()).findByRole("button", { name });
const table = async (name: string) => within((await contract()).getByRole("table", { name }));
const CAPABLE = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";

describe("the contract", () => {
  it("opens over the page by an address that was signed for this moment", async () => {
    const asked: unknown[] = [];
    const { user } = openApplication();
    server.use(http.get("*/files/contract", () => HttpResponse.text("%PDF")));
    mockTrpc.mutation("files.link", ({ input: { fileId, purpose } }) => {
      asked.push({ fileId, purpose });
      return {
        url: "http://localhost:3000/files/contract",
        fileName: "contract-501.pdf",
        contentType: "application/pdf",
        expiresAt: new Date(),
      };
    });
    await user.click(await button(/^Open contract/));
    const sheet = within(await screen.findByRole("dialog", { name: "Contract" }));
    const frame = await sheet.findByTitle("Preview of contract-501.pdf");
    expect(frame.getAttribute("src")).toBe("/files/contract");
    expect(asked).toEqual([{ fileId: FILE_ID, purpose: "preview" }]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("that can not be opened says so in its place", async () => {
    const { user } = openApplication();
    mockTrpc.mutation("files.link", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "Error - Failed to generate user files" });
    });
    await user.click(await button(/^Open contract/));
    const sheet = within(await screen.findByRole("dialog", { name: "Contract" }));
    expect(await sheet.findByText("Error - Failed to generate user files")).toBeTruthy();
  });

  it("that was signed and whose file is not here says so", async () => {
    openApplication({ application: withContract({ files: [] }) });
    expect(
      await (await contract()).findByText("The contract is signed, but its file is not here."),
    ).toBeTruthy();
  });

  it("and each that was signed again can be opened and copied by itself", async () => {
    const again = aFile({ id: LINK_ID, name: "contract-501-again.pdf" });
    openApplication({ application: withContract({ files: [again, aFile()] }) });
    await button(/^Open contract contract-501-again/);
    const open = (await contract()).getAllByRole("button", { name: /^(Open|Copy) contract/ });
    expect(open).toHaveLength(4);
  });

  it("is neither opened nor copied by a VIEWER, who sees why", async () => {
    openApplication({ role: "VIEWER", application: withContract({ links: [aLink()] }) });
    for (const name of [/^Open contract/, /^Copy contract link/, /^Revoke/]) {
      await waitFor(async () => expect((await button(name)).getAttribute("aria-disabled")).toBe("true"));
      const described = (await button(name)).getAttribute("aria-describedby") ?? "";
      expect(document.getElementById(described)?.textContent).toBe(CAPABLE);
    }
  });
});

describe("the links to the contract", () => {
  it("are none at first, and that is said", async () => {
    openApplication();
    expect(await (await contract()).findByText(/^No link was copied yet\./)).toBeTruthy();
    expect((await contract()).queryByRole("region", { name: "View log" })).toBeNull();
  });

  it("one that is copied is on the clipboard, and then in the table", async () => {
    const { user } = openApplication();
    const written = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.spyOn(navigator.clipboard, "writeText").mockImplementation(written);
    mockTrpc.mutation("applications.createContractLink", ({ input }) => {
      expect(input.fileId).toBe(FILE_ID);
      mockTrpc.query("applications.get", () => withContract({ links: [aLink()] }));
      return {
        linkId: LINK_ID,
        path: "/public/contracts/ticket",
        expiresAt: new Date("2026-11-27T15:00:00Z"),
      };
    });
    await user.click(await button(/^Copy contract link/));
    await waitFor(() =>
      expect(written).toHaveBeenCalledWith("http://localhost:3000/public/contracts/ticket"),
    );
    expect(
      await screen.findByText("It opens the contract until 2026-11-27 10:00:00 (New York)."),
    ).toBeTruthy();
    expect(await (await contract()).findByText("Erin Park")).toBeTruthy();
  });

  it("show by whom they were copied, until when, and whether they work", async () => {
    openApplication({
      application: withContract({
        links: [
          aLink(),
          aLink({ id: "b", state: "revoked", revokedAt: new Date(), revokedBy: "Ada Keller" }),
          aLink({ id: "c", state: "expired" }),
        ],
      }),
    });
    await (await contract()).findByText("Works");
    const rows = (await table("Contract links")).getAllByRole("row").slice(1);
    expect(rows.map((row) => [...row.children].slice(0, 6).map((cell) => cell.textContent))).toEqual([
      ["2026-11-20 10:00:00", "Erin Park", "contract-501.pdf", "2026-11-27 10:00:00", "Works", "No"],
      ["2026-11-20 10:00:00", "Erin Park", "contract-501.pdf", "2026-11-27 10:00:00", "Revoked", "No"],
      ["2026-11-20 10:00:00", "Erin Park", "contract-501.pdf", "2026-11-27 10:00:00", "Expired", "No"],
    ]);
    expect((await contract()).getAllByRole("button", { name: /^Revoke/ })).toHaveLength(1);
    expect((await contract()).getByTitle("Revoked by Ada Keller")).toBeTruthy();
  });

  it("have a log of when and from where each was opened, the latest first", async () => {
    const opening = (id: string, at: string) => ({ id, openedAt: new Date(at), ip: `203.0.113.${id}` });
    const { user } = openApplication({
      application: withContract({
        links: [
          aLink({ openingCount: 1, openings: [opening("1", "2026-11-20T16:00:00Z")] }),
          aLink({
            id: "b",
            createdBy: "Ada Keller",
            openingCount: 1,
            openings: [opening("2", "2026-11-20T17:00:00Z")],
          }),
        ],
      }),
    });
    await user.click(await button(/^Show 2 openings/));
    const links = (await table("Contract links")).getAllByRole("row").slice(1);
    expect(links.map((row) => row.children[5]?.textContent)).toEqual([
      "1× · 2026-11-20 11:00:00",
      "1× · 2026-11-20 12:00:00",
    ]);
    const rows = (await table("View log")).getAllByRole("row").slice(1);
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["2026-11-20 12:00:00", "203.0.113.2", "2026-11-20 10:00:00 by Ada Keller"],
      ["2026-11-20 11:00:00", "203.0.113.1", "2026-11-20 10:00:00 by Erin Park"],
    ]);
  });

  it("one is revoked after a question, whose safe answer has the focus", async () => {
    const asked: string[] = [];
    const { user } = openApplication({ application: withContract({ links: [aLink()] }) });
    mockTrpc.mutation("applications.revokeContractLink", ({ input: { linkId } }) => {
      asked.push(linkId);
      mockTrpc.query("applications.get", () =>
        withContract({
          links: [aLink({ state: "revoked", revokedAt: new Date(), revokedBy: "Ada Keller" })],
        }),
      );
      return { linkId, revokedAt: new Date() };
    });
    await user.click(await button(/^Revoke/));
    const question = within(
      await screen.findByRole("alertdialog", { name: "Revoke this contract link of Maria Delgado?" }),
    );
    await waitFor(() =>
      expect(document.activeElement).toBe(question.getByRole("button", { name: "Cancel" })),
    );
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(asked).toEqual([]);
    await user.click(await button(/^Revoke/));
    await user.click(await screen.findByRole("button", { name: "Revoke link" }));
    expect(await screen.findByText("Contract link revoked")).toBeTruthy();
    expect(await (await contract()).findByText("Revoked")).toBeTruthy();
    expect(asked).toEqual([LINK_ID]);
  });

  it("one that somebody else revoked meanwhile says so, and the table is read again", async () => {
    const { user } = openApplication({ application: withContract({ links: [aLink()] }) });
    mockTrpc.mutation("applications.revokeContractLink", () => {
      mockTrpc.query("applications.get", () => withContract({ links: [aLink({ state: "revoked" })] }));
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "This link was revoked already." });
    });
    await user.click(await button(/^Revoke/));
    await user.click(await screen.findByRole("button", { name: "Revoke link" }));
    expect(await screen.findByText("This link was revoked already.")).toBeTruthy();
    expect(await (await contract()).findByText("Revoked")).toBeTruthy();
  });
});
