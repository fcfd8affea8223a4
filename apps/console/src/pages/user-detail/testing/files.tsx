import type { Role } from "@countinghouse/validators/roles";
import { HttpResponse, http } from "msw";
import { vi } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { UserFile, UserFiles } from "../user-files/use-user-files.ts";
import { UserFilesSection } from "../user-files/user-files-section.tsx";
import { USER_ID } from "./user-page.tsx";

export const aFile = (changes: Partial<UserFile> = {}): UserFile => ({
  id: "0190c1a0-0000-7000-8000-0000000000f1",
  type: "contract",
  name: "contract-501.pdf",
  contentType: "application/pdf",
  sizeBytes: 1434,
  applicationId: 501,
  ipAddress: "203.0.113.7",
  info: "Signed in the customer portal",
  createdAt: new Date("2026-09-22T13:00:00Z"),
  ...changes,
});

export const someFiles = (...userFiles: UserFile[]): UserFiles => ({
  userFiles,
  types: ["consent", "contract"],
  applications: [{ id: 501, stage: "funded" }],
});

/** What was handed to the browser to save, by name. */
export function watchSaving(): Map<string, Blob> {
  const saved = new Map<string, Blob>();
  let content = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) content = blob;
    return "blob:file";
  });
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.set(this.download, content);
  });
  return saved;
}

/** Lets a link of the server answer with these bytes, or be refused. */
export const answerLink = (path: string, body: BodyInit | null, init: ResponseInit = {}) =>
  server.use(http.get(`*${path}`, () => new HttpResponse(body, init)));

type Setup = { role?: Role; files?: UserFiles; search?: string };

/** Renders the section of a customer who has these files. */
export function openFilesSection({ role = "EMPLOYEE", files = someFiles(aFile()), search = "" }: Setup = {}) {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("files.list", () => files);
  return renderPage(<UserFilesSection userId={USER_ID} hasTurn />, {
    at: `/admin/user-detail?id=${USER_ID}${search}`,
  });
}
