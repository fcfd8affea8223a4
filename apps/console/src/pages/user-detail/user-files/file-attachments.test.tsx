import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aFile, someFiles } from "../testing/files.tsx";
import { seeEverything } from "../testing/screen.ts";
import { findEnabledButton, findSection, openUserDrawer, openUserPage } from "../testing/user-page.tsx";

const CONSENT = aFile({ id: "0190c1a0-0000-7000-8000-0000000000f2", type: "consent", name: "consent.pdf" });

beforeEach(() => {
  mockTrpc.query("files.list", () => someFiles(aFile(), CONSENT));
});

const drawer = async () => within(await screen.findByRole("dialog", { name: "File Attachments" }));

describe("File Attachments", () => {
  it("is opened by its anchor, and closed by Back or its button; the address says that it is open", async () => {
    const { user } = openUserPage();
    const anchors = within(await screen.findByRole("navigation", { name: "On this page" }));
    await user.click(anchors.getByRole("button", { name: "File Attachments" }));
    const open = await drawer();
    expect(address()).toContain("drawer=files");
    await user.click(open.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).not.toContain("drawer=");
  });

  it("lists the attachments under the names of their types", async () => {
    openUserDrawer({ search: "&drawer=files" });
    const open = await drawer();
    const consents = within(await open.findByRole("region", { name: "Consent" }));
    expect(consents.getAllByRole("listitem")).toHaveLength(1);
    expect(consents.getByText("2026-09-22 09:00:00")).toBeTruthy();
    expect(within(open.getByRole("region", { name: "Contract" })).getByText(/application #501/)).toBeTruthy();
  });

  it("shows a PDF in a frame, from a link that was asked for once", async () => {
    const { user } = openUserDrawer({ search: "&drawer=files" });
    const asked: unknown[] = [];
    mockTrpc.mutation("files.link", ({ input }) => {
      asked.push(input);
      const url = "http://localhost:3000/files/x.pdf?signature=y";
      return { url, fileName: "x.pdf", contentType: "application/pdf", expiresAt: new Date() };
    });
    const open = await drawer();
    await open.findByRole("region", { name: "Consent" });
    await user.click(await findEnabledButton("Preview consent.pdf", open));
    const frame = await open.findByTitle("Preview of consent.pdf");
    expect(frame.getAttribute("src")).toMatch(/\/files\/x\.pdf\?signature=y$/);
    expect(asked).toMatchObject([{ fileId: CONSENT.id, purpose: "preview" }]);
    await user.click(open.getByRole("button", { name: "Close preview" }));
    expect(open.queryByTitle("Preview of consent.pdf")).toBeNull();
  });

  it("says why there is no preview, and asks again for a link on request", async () => {
    const { user } = openUserDrawer({ search: "&drawer=files" });
    const message = "Error - Failed to generate user files";
    mockTrpc.mutation("files.link", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message });
    });
    const open = await drawer();
    await open.findByRole("region", { name: "Consent" });
    await user.click(await findEnabledButton("Preview consent.pdf", open));
    expect(await open.findByText(message)).toBeTruthy();
    const url = "http://localhost:3000/files/x.pdf";
    mockTrpc.mutation("files.link", () => ({
      url,
      fileName: "x.pdf",
      contentType: "application/pdf",
      expiresAt: new Date(),
    }));
    await user.click(open.getByRole("button", { name: "Retry" }));
    expect(await open.findByTitle("Preview of consent.pdf")).toBeTruthy();
  });

  it("previews nothing that could run, and says so", async () => {
    mockTrpc.query("files.list", () => someFiles(aFile({ contentType: "text/html", name: "page.html" })));
    openUserDrawer({ search: "&drawer=files" });
    const preview = await (await drawer()).findByRole("button", { name: "Preview page.html" });
    await waitFor(() => expect(preview.getAttribute("aria-disabled")).toBe("true"));
    expect(await screen.findByText(/Only PDF, PNG and JPEG files can be previewed/)).toBeTruthy();
  });

  it("that can not be loaded says so", async () => {
    mockTrpc.query("files.list", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    openUserDrawer({ search: "&drawer=files" });
    const open = await drawer();
    expect(await open.findByText("Error - Failed to fetch user files")).toBeTruthy();
    expect(open.getByRole("button", { name: "Retry" })).toBeTruthy();
  });
});

describe("ReContracts", () => {
  beforeEach(seeEverything);

  it("of a customer who signed once are none: No Recontracts Found", async () => {
    mockTrpc.query("recontracts.list", () => []);
    openUserPage();
    expect(await (await findSection("ReContracts")).findByText("No Recontracts Found")).toBeTruthy();
  });

  it("say why and when, in New York, and have the contract once it is signed", async () => {
    const { id, name, type, contentType, sizeBytes } = aFile();
    const requestedAt = new Date("2026-09-23T13:00:00Z");
    const common = { applicationId: 501, reason: "Terms changed", requestedAt };
    mockTrpc.query("recontracts.list", () => [
      { id: 2, ...common, signedAt: null, file: null },
      { id: 1, ...common, signedAt: requestedAt, file: { id, name, type, contentType, sizeBytes } },
    ]);
    openUserPage();
    const section = await findSection("ReContracts");
    const rows = (await section.findAllByRole("row")).slice(1).map((row) => row.textContent);
    expect(rows[0]).toBe("501Terms changed2026-09-23 09:00:00—noneNot signed yet");
    expect(rows[1]).toMatch(/^501Terms changed2026-09-23 09:00:002026-09-23 09:00:00/);
  });

  it("that fail to load are not shown as none", async () => {
    mockTrpc.query("recontracts.list", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    openUserPage();
    const section = await findSection("ReContracts");
    expect(await section.findByRole("button", { name: "Retry" })).toBeTruthy();
    expect(section.queryByText("No Recontracts Found")).toBeNull();
  });
});
