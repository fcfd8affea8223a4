import { expect, it } from "vitest";
import { joinRelations } from "./relations.ts";
import type { SimilarUser } from "./similar-section.tsx";

const person = (id: number, changes: Partial<SimilarUser> = {}): SimilarUser => ({
  id,
  firstname: "Luis",
  lastname: "Delgado",
  businessName: "",
  doNotFund: false,
  funded: false,
  renewal: false,
  balanceCents: null,
  matches: [],
  ...changes,
});

it("each person stands once with all that is shared: who is not to be funded first, then who shares most", () => {
  const relations = joinRelations([
    { kind: "accounts", users: [person(1, { matches: ["First Bank •••• 0123"] }), person(2)] },
    { kind: "phones", users: [person(2), person(3, { doNotFund: true })] },
  ]);
  expect(relations.map(({ user, shared }) => [user.id, [...shared.keys()]])).toEqual([
    [3, ["phones"]],
    [2, ["accounts", "phones"]],
    [1, ["accounts"]],
  ]);
  expect(relations.at(-1)?.shared.get("accounts")).toEqual(["First Bank •••• 0123"]);
});
