import { expect, test } from "vitest";
import { contentDisposition } from "./object-link.ts";

test.each([
  ["contract.pdf", `filename="contract.pdf"; filename*=UTF-8''contract.pdf`],
  ["Verträge (1).pdf", `filename="Vertr_ge (1).pdf"; filename*=UTF-8''Vertr%C3%A4ge%20%281%29.pdf`],
  ['a"b\\c%41.pdf', `filename="a_b_c_41.pdf"; filename*=UTF-8''a%22b%5Cc%2541.pdf`],
  ["a\r\nSet-Cookie: b", `filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`],
  ["\ud800.pdf", `filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`],
])("the name %j stays in its place in the header", (fileName, expected) => {
  expect(contentDisposition({ disposition: "attachment", fileName })).toBe(`attachment; ${expected}`);
});
