import { beforeEach, expect, it } from "vitest";
import { dropDraft, forgetDrafts, keepDraft, readDraft } from "./drafts.ts";

const draft = { text: "Asked for", savedAt: new Date("2026-11-20T16:40:00Z"), version: 3 };

beforeEach(() => sessionStorage.clear());

it("a draft is read back as it was kept", () => {
  keepDraft("note:7", draft);
  expect(readDraft("note:7")).toEqual(draft);
  expect(readDraft("note:8")).toBeNull();
});

it("a dropped draft is gone", () => {
  keepDraft("note:7", draft);
  dropDraft("note:7");
  expect(readDraft("note:7")).toBeNull();
});

it("what is no draft is read as none", () => {
  sessionStorage.setItem("draft:note:7", "{");
  expect(readDraft("note:7")).toBeNull();
  sessionStorage.setItem("draft:note:7", '{"text":1}');
  expect(readDraft("note:7")).toBeNull();
});

it("forgetting the drafts forgets all of them and nothing else", () => {
  sessionStorage.setItem("other", "kept");
  keepDraft("note:7", draft);
  keepDraft("note:8", draft);
  forgetDrafts();
  expect(readDraft("note:7")).toBeNull();
  expect(readDraft("note:8")).toBeNull();
  expect(sessionStorage.getItem("other")).toBe("kept");
});
