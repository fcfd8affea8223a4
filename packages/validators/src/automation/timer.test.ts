import { expect, it } from "vitest";
import { nextTimedRun, pastTimedRuns, timedRunAt, whyNotByItself, whyNotDecide } from "./timer.ts";

const at = (text: string) => new Date(text);

it.each([
  ["in winter", "2026-11-23", "2026-11-23T14:00:00.000Z"],
  ["in summer", "2026-07-06", "2026-07-06T13:00:00.000Z"],
])("nine in the morning is nine on the clocks of New York %s", (_when, day, instant) => {
  expect(timedRunAt(day, "09:00").toISOString()).toBe(instant);
});

it.each([
  ["today while its time is to come", "2026-11-23T13:59:59Z", "2026-11-23"],
  ["the next banking day once it has come", "2026-11-23T14:00:00Z", "2026-11-24"],
  ["no day on which the Federal Reserve is closed", "2026-11-25T15:00:00Z", "2026-11-27"],
  ["Monday after a Friday", "2026-11-20T15:00:00Z", "2026-11-23"],
])("the next run is %s", (_what, now, day) => {
  expect(nextTimedRun(at(now), { isOn: true, runAt: "09:00" }, [])?.day).toBe(day);
});

it("a timer that is off has no runs", () => {
  const timer = { isOn: false, runAt: "09:00", setAt: at("2026-11-01T00:00:00Z") };
  expect(nextTimedRun(at("2026-11-23T12:00:00Z"), timer, [])).toBeNull();
  expect(pastTimedRuns(at("2026-11-23T15:00:00Z"), timer)).toEqual([]);
});

it("runs whose time came after the timer was set are looked back on, on banking days alone", () => {
  const timer = { isOn: true, runAt: "09:00", setAt: at("2026-11-19T14:00:00Z") };
  expect(pastTimedRuns(at("2026-11-23T14:00:00Z"), timer).map(({ day }) => day)).toEqual([
    "2026-11-20",
    "2026-11-23",
  ]);
});

it("what is planned can be held and cancelled, what is held released and cancelled, and what is over stays", () => {
  expect(whyNotDecide("PLANNED", "hold")).toBeNull();
  expect(whyNotDecide("PLANNED", "cancel")).toBeNull();
  expect(whyNotDecide("PLANNED", "release")).toBe("The run is scheduled.");
  expect(whyNotDecide("HELD", "release")).toBeNull();
  expect(whyNotDecide("CANCELLED", "release")).toBe("The run is cancelled.");
  expect(whyNotDecide("RUN", "cancel")).toBe("The run has ended.");
});

it("no more is taken by itself than a person may take without typing the total", () => {
  expect(whyNotByItself(1_000_000, 1_000_000)).toBeNull();
  expect(whyNotByItself(1_000_001, 1_000_000)).toMatch(/\$10,000\.01, more than \$10,000\.00/);
});
