import { createTestVault } from "@countinghouse/db/testing/database";
import { describe, expect, it } from "vitest";
import { createTestClock } from "../testing/clock.ts";
import { openTicket, sealTicket } from "./tickets.ts";

const vault = createTestVault();
const clock = createTestClock();
const ids = ["0190c1a0-0000-7000-8000-000000000001", "b"];
const ticket = sealTicket(vault, { kind: "zip", ids, expiresAt: clock.in({ seconds: 60 }) });
const INVALID = { ok: false, reason: "invalid" };

describe("a ticket", () => {
  it("gives back the ids it was made for, until the second it expires", () => {
    expect(openTicket(vault, "zip", ticket, clock.in({ seconds: 59 }))).toEqual({ ok: true, ids });
    const expired = openTicket(vault, "zip", ticket, clock.in({ seconds: 60 }));
    expect(expired).toEqual({ ok: false, reason: "expired" });
  });

  it("fits into an address as it is", () => {
    expect(ticket).toMatch(/^[\w.-]+$/);
  });

  const [text = "", signature = ""] = ticket.split(".");
  const forged = Buffer.from(JSON.stringify([99_999_999_999, ...ids])).toString("base64url");
  it.each([
    ["of another kind", ticket, "contract"],
    ["with other ids or a later end", `${forged}.${signature}`, "zip"],
    ["without its signature", text, "zip"],
    ["with an empty signature", `${text}.`, "zip"],
    ["with half a signature", `${text}.${signature.slice(0, 20)}`, "zip"],
    ["with something behind it", `${ticket}.x`, "zip"],
    ["of nothing", "", "zip"],
    ["that is no ticket", "../../etc/passwd", "zip"],
  ] as const)("%s is invalid", (_case, changed, kind) => {
    expect(openTicket(vault, kind, changed, clock.now())).toEqual(INVALID);
  });

  it("made with another key is invalid", () => {
    expect(openTicket(createTestVault(), "zip", ticket, clock.now())).toEqual(INVALID);
  });
});
