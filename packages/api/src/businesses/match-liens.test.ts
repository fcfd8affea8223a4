import type { VerifiedLien } from "@countinghouse/providers/business-verification/port";
import { describe, expect, test } from "vitest";
import { type KeptLien, matchLiens } from "./match-liens.ts";

const SENT_AT = new Date("2026-11-20T15:00:00Z");

const filing = (changes: Partial<KeptLien> = {}): KeptLien => ({
  id: "ours",
  vendorId: null,
  state: "NY",
  status: "Filing Not Confirmed",
  askedAt: SENT_AT,
  sentAt: SENT_AT,
  knownLienIds: [],
  ...changes,
});

const told = (changes: Partial<VerifiedLien> = {}): VerifiedLien => ({
  id: "v-1",
  state: "NY",
  status: "filed",
  fileNumber: null,
  filedOn: "2026-11-20",
  filedByOthers: false,
  documents: [],
  ...changes,
});

const matched = (kept: KeptLien[], there: VerifiedLien[]) => {
  const { match, unmatched } = matchLiens(kept, there);
  return { match: match && [match.lienId, match.told.id], unmatched: unmatched.map(({ id }) => id) };
};

describe("a lien that the verifier lists", () => {
  test("is that of the one filing whose outcome is not known, when it is the only one that fits", () => {
    expect(matched([filing()], [told()])).toEqual({ match: ["ours", "v-1"], unmatched: [] });
    expect(matched([filing({ status: "created" })], [told({ filedOn: null, status: "created" })])).toEqual({
      match: ["ours", "v-1"],
      unmatched: [],
    });
    expect(matched([filing()], [told(), told({ id: "v-2", state: "CA" })])).toEqual({
      match: ["ours", "v-1"],
      unmatched: ["v-2"],
    });
  });

  test.each([
    ["is filed in another state", filing(), told({ state: "CA" })],
    ["was there before", filing({ knownLienIds: ["v-1"] }), told()],
    ["was filed days before", filing(), told({ filedOn: "2026-11-17" })],
    ["has a filing beside it that was never sent", filing({ sentAt: null, askedAt: null }), told()],
    ["has a filing beside it that certainly failed", filing({ status: "Failed To File Lien" }), told()],
    ["has a filing beside it that has its own lien", filing({ vendorId: "v-0", status: "filed" }), told()],
  ])("is nobody's when it %s", (_why, kept, there) => {
    expect(matched([kept], [there])).toEqual({ match: null, unmatched: ["v-1"] });
  });

  test("is nobody's by itself when two liens fit, or two filings", () => {
    expect(matched([filing()], [told(), told({ id: "v-2" })])).toEqual({
      match: null,
      unmatched: ["v-1", "v-2"],
    });
    expect(matched([filing(), filing({ id: "other" })], [told()])).toEqual({
      match: null,
      unmatched: ["v-1"],
    });
  });

  test.each([
    ["that is known", filing({ vendorId: "v-1", status: "filed" }), told()],
    ["of others", filing(), told({ filedByOthers: true })],
    ["that is closed and was never known", filing(), told({ status: "closed" })],
  ])("%s is no matter of a person's, and is not taken for ours", (_which, kept, there) => {
    expect(matched([kept], [there])).toEqual({ match: null, unmatched: [] });
  });
});
