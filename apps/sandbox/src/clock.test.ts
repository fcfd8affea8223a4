import { expect, test } from "vitest";
import { clockRoutes, createClock } from "./clock.ts";

const START = "2026-03-01T12:00:00.000Z";

test("the clock starts at real time and keeps what it was advanced by", async () => {
  const { clock, post } = clockAt(START);
  expect(clock.now()).toEqual(new Date(START));
  await post({ advanceSeconds: 30 });
  const answer = await post({ advanceDays: 2 });
  expect(await answer.json()).toEqual({ now: "2026-03-03T12:00:30.000Z", advancedSeconds: 172_830 });
  expect(clock.real()).toEqual(new Date(START));
});

test("a reset brings real time back", () => {
  const { clock } = clockAt(START);
  clock.advance(60);
  clock.reset();
  expect(clock.now()).toEqual(new Date(START));
});

test("what waits for a time runs once when the clock is moved there, the earlier first", () => {
  const { clock } = clockAt(START);
  const ran: string[] = [];
  clock.whenReached(new Date("2026-03-01T13:00:00Z"), () => ran.push("later"));
  clock.whenReached(new Date("2026-03-01T12:30:00Z"), () => ran.push("sooner"));
  clock.advance(1799);
  expect(ran).toEqual([]);
  clock.advance(86_400);
  clock.advance(86_400);
  expect(ran).toEqual(["sooner", "later"]);
});

test("what waits for a time runs by itself when that time comes", async () => {
  const clock = createClock();
  await new Promise<void>((resolve) => clock.whenReached(new Date(Date.now() + 20), resolve));
  expect(clock.now().getTime() - clock.real().getTime()).toBeLessThanOrEqual(0);
});

test("a reset forgets what was waiting", () => {
  const { clock } = clockAt(START);
  clock.whenReached(new Date("2026-03-01T13:00:00Z"), () => expect.unreachable());
  clock.reset();
  clock.advance(7200);
  expect(clock.now()).toEqual(new Date("2026-03-01T14:00:00Z"));
});

test.each([{}, { advanceDays: -1 }, { advanceDays: 1.5 }, { advanceSeconds: "60" }, { advanceHours: 1 }])(
  "%j does not move the clock",
  async (body) => {
    const { clock, post } = clockAt(START);
    expect((await post(body)).status).toBe(400);
    expect(clock.now()).toEqual(new Date(START));
  },
);

function clockAt(start: string) {
  const clock = createClock(() => new Date(start));
  const routes = clockRoutes(clock);
  const post = async (body: object) => routes.request("/", { method: "POST", body: JSON.stringify(body) });
  return { clock, post };
}
