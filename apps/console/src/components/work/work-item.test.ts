import { WORK_KIND_NAMES, type WorkKind } from "@countinghouse/validators/work/rules";
import { expect, it } from "vitest";
import { anItem } from "./testing/an-item.ts";
import { groupByKind, itemAddress } from "./work-item.ts";

const ADDRESSES: Readonly<Record<WorkKind, string | null>> = {
  CLOCK_SET_BACK: "/admin/recovery",
  UNKNOWN_OUTCOME: "/admin/payment-processor?payment=p1",
  BOOKED_OTHERWISE: "/admin/payment-exceptions?row=k1",
  UNMATCHED_REPORT: "/admin/payment-exceptions?row=k1",
  UNPROCESSED_REPORT: "/admin/unprocessed-chargeback?row=k1",
  CHARGEBACK: "/admin/payment-processor?payment=p1",
  FAILED_PAYMENT: "/admin/payment-processor?payment=p1",
  BROKEN_PROMISE: "/admin/user-detail?id=10001#promises",
  REFUSED_CORRECTION: "/admin/primary-account?id=10001",
  MANUAL_REVIEW: "/admin/user-detail?id=10001#general",
  BANK_LINK_LOST: "/admin/user-detail?id=10001#bank-links",
  INSTITUTION_DOWN: "/admin/bank-status?row=k1",
  FAILED_MESSAGE: null,
  BUSINESS: "/admin/middesk?id=10001",
  LIEN: "/admin/middesk?id=10001",
  OTHERS_LIEN: "/admin/user-detail?id=10001#business-lien",
  APPROVAL: "/admin/approvals?approval=k1",
  BREAK: "/admin/reconciled-days?day=k1",
  DRIFT: null,
  DEADLINE: "/admin/user-detail?id=10001#notes",
};

it.each(WORK_KIND_NAMES)("leads from %s to its record, or to the item itself", (kind) => {
  const key = kind === "DEADLINE" ? "FOLLOW_UP:n1" : "k1";
  expect(itemAddress(anItem({ kind, key, paymentId: "p1" }))).toBe(ADDRESSES[kind]);
});

it("groups items by kind, in the order of the most urgent item of each", () => {
  const [lien, review, second] = [
    anItem({ kind: "LIEN", key: "1" }),
    anItem({ key: "2" }),
    anItem({ kind: "LIEN", key: "3" }),
  ];
  expect(groupByKind([lien, review, second])).toEqual([
    { kind: "LIEN", items: [lien, second] },
    { kind: "MANUAL_REVIEW", items: [review] },
  ]);
});
