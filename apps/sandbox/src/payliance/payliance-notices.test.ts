import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../index.ts";
import { askPayliance, PAYMENT, retrievePayment, TUESDAY } from "../testing/payliance-calls.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(TUESDAY) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test.each(["R01", "R02", "R29", "R51", "R85", "A", "M", "Y"])(
  "a bank sends %s back: before it settled, and after",
  async (code) => {
    await debit("early");
    await debit("late");
    expect(await notice({ uniqueTranId: "early", code })).toBe(204);
    expect(await returned("2026-03-03")).toMatchObject([
      { uniqueTranId: "early", returnReason: code, tranStatus: 2, returnAmount: 125, addenda: "" },
    ]);
    expect(await retrievePayment(sandbox, "early")).toMatchObject({ status: 8, returnCode: code });
    sandbox.clock.advance(7 * 86_400);
    await notice({ uniqueTranId: "late", code, addenda: "Said by the bank" });
    expect(await returned("2026-03-10")).toMatchObject([
      { uniqueTranId: "late", returnReason: code, tranStatus: 1, addenda: "Said by the bank" },
    ]);
    expect(await retrievePayment(sandbox, "late")).toMatchObject({ status: 24, returnCode: code });
  },
);

test.each([
  ["C01", "1111222233330001"],
  ["C02", "021000021"],
  ["C03", "021000021   1111222233330001"],
  ["C04", "Diaz Ana"],
  ["C05", "37"],
  ["C06", "1111222233330001    37"],
  ["C07", "0210000211111222233330001 37"],
  ["C09", "changed"],
  ["C13", ""],
])("%s corrects what was sent, and no money comes back", async (code, addenda) => {
  await debit("changed");
  await notice({ uniqueTranId: "changed", code });
  expect(await returned("2026-03-03")).toMatchObject([
    { returnReason: code, tranStatus: 3, amount: 125, returnAmount: 0, addenda },
  ]);
  sandbox.clock.advance(7 * 86_400);
  expect(await retrievePayment(sandbox, "changed")).toMatchObject({ status: 16, returnCode: null });
});

test("the codes of the amounts that come back can be chosen", async () => {
  await set("settings", { returnCode: "R16", changeCode: "C02" });
  await debit("back", "5.03");
  await debit("changed", "5.05");
  sandbox.clock.advance(2 * 86_400);
  expect(await returned("2026-03-05")).toMatchObject([
    { returnReason: "R16" },
    { returnReason: "C02", addenda: "021000021" },
  ]);
});

test.each([
  [{ uniqueTranId: "nobody", code: "R01" }, 404],
  [{ uniqueTranId: "sent", code: "R00" }, 400],
  [{ uniqueTranId: "sent", code: "R86" }, 400],
  [{ uniqueTranId: "sent", code: "Z" }, 400],
  [{ uniqueTranId: "sent", code: "C15" }, 400],
])("%j is sent by no bank", async (asked, status) => {
  await debit("sent");
  expect(await notice(asked)).toBe(status);
  expect(await returned("2026-03-03")).toEqual([]);
});

const debit = (UniqueTranId: string, CheckAmount = PAYMENT.CheckAmount) =>
  askPayliance(sandbox, "debit", { ...PAYMENT, UniqueTranId, CheckAmount });

const notice = (body: object) => set("notice", body);

async function set(path: string, body: object): Promise<number> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/payliance/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.status;
}

async function returned(day: string): Promise<unknown> {
  const { body } = await askPayliance(sandbox, "queryreturns", { Start: day, End: day });
  return (body as { returns: unknown }).returns;
}
