import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { setRules } from "../testing/approvals.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { setUpUndoDesk } from "../testing/undo-desk.ts";
import { whyDoNotFundUser } from "./person.ts";

const desk = setUpUndoDesk();

const USERS = "Customer ID,Company\nA,Ana's\n";
const readId = async (source: string) =>
  (await desk.api.database.read.user.findUniqueOrThrow({ where: { importKey: `${source}:A` } })).id;
const why = async (source: string) => whyDoNotFundUser(desk.api.database.read, await readId(source));

/** Brings a customer with one remark, whose cells after customer and day are given, and returns who may not be funded and why. */
async function bringRemark(cells: string, columns = "Category,Note"): Promise<string | null> {
  const source = randomUUID();
  const remarks = `Customer ID,Remark Date,${columns}\nA,2026-09-01,${cells}\n`;
  await desk.bring({ users: USERS, remarks }, source);
  return why(source);
}

describe("a remark that a book brings", () => {
  it.each(["Bankruptcy", "bankruptcy", " CEASE DEBIT "])(
    "stops debits where its category does: %s",
    async (category) => {
      expect(await bringRemark(`${category},Told by mail`)).toMatch(
        "stops debits and payouts until it is ended",
      );
    },
  );

  it("stops nothing where the category does not, the book says that it does not, or it has ended", async () => {
    expect(await bringRemark("Charge-off,Years ago")).toBeNull();
    expect(await bringRemark("Bankruptcy,Dismissed,no", "Category,Note,Stops Debits")).toBeNull();
    expect(await bringRemark("Bankruptcy,Discharged,9/9/2026", "Category,Note,Ended On")).toBeNull();
  });

  it("stops debits where the book says so, whatever its category", async () => {
    expect(await bringRemark("Watch list,By the owner,yes", "Category,Note,Stops Debits")).toMatch(
      "stops debits",
    );
  });

  it("is ended by staff, as one of theirs is", async () => {
    const source = randomUUID();
    const remarks = "Customer ID,Remark Date,Category,Note\nA,2026-09-01,Fraud,Told by mail\n";
    await desk.bring({ users: USERS, remarks }, source);
    const userId = await readId(source);
    const superadmin = await desk.api.as("SUPERADMIN");
    const { data } = await superadmin.remarks.list({ userId, pageLimit: 10, currentPage: 1 });
    expect(data).toMatchObject([{ stopsDebits: true, canEnd: true, isImported: true }]);
    const end = { requestId: randomUUID(), remarkId: data[0]?.id ?? 0, reason: "It was somebody else." };
    await setRules(desk.api, { LIFT_BAN: { always: true } });
    await expectRefusal(superadmin.remarks.end(end), "WAITS");
    await setRules(desk.api, {});
    await superadmin.remarks.end({ ...end, requestId: randomUUID() });
    expect(await why(source)).toBeNull();
  });

  it("stays when the import that added it to a customer is undone, while a second person lifts a ban", async () => {
    const source = randomUUID();
    await desk.bring({ users: USERS }, source);
    const remarks = "Customer ID,Remark Date,Category,Note\nA,2026-09-01,Deceased,Told by mail\n";
    const runId = await desk.bring({ users: USERS, remarks }, source);
    await setRules(desk.api, { LIFT_BAN: { always: true } });
    expect(await desk.undo(runId)).toMatchObject({ kept: 1, remarks: 0 });
    expect(await why(source)).toMatch("Deceased");
    await setRules(desk.api, {});
    expect(await desk.undo(runId)).toMatchObject({ kept: 0, remarks: 1 });
    expect(await why(source)).toBeNull();
  });
});
