import { describe, expect, it } from "vitest";
import { type CardTrouble, whyNotChargeCard } from "./card-rules.ts";

describe("a card", () => {
  const now = new Date("2026-11-20T15:00:00Z");
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const trouble = (kind: CardTrouble["kind"], code: string, ago = 48): CardTrouble => ({
    kind,
    code,
    atMs: hoursAgo(ago).getTime(),
    on: "2026-11-18",
  });
  const whyNot = (troubles: CardTrouble[], obtainedOn: string | null = null, recordedAt = now) =>
    whyNotChargeCard(now, {
      troubles,
      cures:
        obtainedOn === null ? [] : [{ cure: "authorisation", obtainedOn, recordedMs: recordedAt.getTime() }],
    });

  it("is not tried again after a code with which the networks forbid it, whatever was authorized", () => {
    expect(whyNot([trouble("declined", "43")], "2026-11-19")).toMatchObject({ kind: "declined", cure: null });
    expect(whyNot([trouble("declined", "51")])).toBeNull();
  });

  it("is charged after a chargeback for fraud once its holder has authorized it anew", () => {
    expect(whyNot([trouble("chargedBack", "10.4")])).toMatchObject({ cure: "authorisation" });
    expect(whyNot([trouble("chargedBack", "10.4")], "2026-11-17")).not.toBeNull();
    expect(whyNot([trouble("chargedBack", "10.4")], "2026-11-18")).toBeNull();
    expect(whyNot([trouble("chargedBack", "10.4")], "2026-11-18", hoursAgo(49))).not.toBeNull();
    expect(whyNot([trouble("chargedBack", "13.1")])).toBeNull();
  });

  it("is not tried more often than the networks allow", () => {
    const declines = (count: number, ago: number) =>
      Array.from({ length: count }, () => trouble("declined", "51", ago));
    expect(whyNot(declines(9, 1))).toBeNull();
    expect(whyNot(declines(10, 1))?.message).toContain("10 times in 24 hours");
    expect(whyNot(declines(14, 48))).toBeNull();
    expect(whyNot(declines(15, 48))?.message).toContain("15 times in 30 days");
    expect(whyNot(declines(15, 31 * 24))).toBeNull();
  });
});
