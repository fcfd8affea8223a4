import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import {
  ACH_RETURN_CODES,
  callsNumberWrong,
  FORBIDDING_DECLINES,
  FRAUD_CHARGEBACKS,
  RCC_RETURN_CODES,
  type ReturnCode,
  refusesCredits,
} from "./return-codes.ts";

const DOCUMENT = fileURLToPath(new URL("../../../../docs/return-codes.md", import.meta.url));

const AGAIN: Record<ReturnCode["retry"], string> = {
  identical: "twice more within 180 days, for the same amount",
  correction: "after the account is corrected or confirmed",
  authorisation: "after a new authorization by its holder",
  never: "never",
  new: "yes; the code says nothing about the account",
};

const cureText = (code: string, retry: ReturnCode["retry"]): string =>
  callsNumberWrong(code) ? "never; the corrected number instead" : AGAIN[retry];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const toCodes = (isRcc: boolean, codes: Readonly<Record<string, ReturnCode>>): string =>
  table(
    ["code", "meaning", "return rate", "debited again", "paid to"],
    Object.entries(codes).map(([code, { meaning, rate, retry }]) => [
      code,
      meaning,
      rate ?? "none",
      cureText(code, retry),
      refusesCredits(isRcc, code) ? cureText(code, retry) : "yes",
    ]),
  );

const meaningsTable = (codes: Readonly<Record<string, string>>): string =>
  table(["code", "meaning"], Object.entries(codes));

it("docs/return-codes.md has every code as the dictionary has it", async () => {
  const written = [
    "# Return codes",
    "The test of `packages/validators/src/debit-control/return-codes.ts` writes this page (`vitest run --update`).\n[debit-control.md](debit-control.md) has the effects of the codes and their sources.",
    "## ACH",
    toCodes(false, ACH_RETURN_CODES),
    "## Remotely created checks",
    toCodes(true, RCC_RETURN_CODES),
    "## Declines after which a card is never tried again",
    meaningsTable(FORBIDDING_DECLINES),
    "## Chargebacks after which a card needs a new authorization",
    meaningsTable(FRAUD_CHARGEBACKS),
  ];
  await expect(`${written.join("\n\n")}\n`).toMatchFileSnapshot(DOCUMENT);
});
