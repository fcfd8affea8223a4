import type { Sandbox } from "../index.ts";

/** A Tuesday, noon in New York; the bank days after it are the 4th, 5th, 6th, 9th and 10th. */
export const TUESDAY = Date.parse("2026-03-03T17:00:00Z");

export const PAYMENT = {
  UniqueTranId: "R7f3c2a1b",
  Routing: "011401533",
  AccountNumber: "1111222233330000",
  CheckNumber: "1001",
  CheckAmount: "125.00",
  SecCode: "WEB",
  WebType: "R",
  AccountType: "Business Checking",
  FirstName: "Ana",
  LastName: "Diaz",
  CompanyName: "Acme LLC",
};

/** Asks Payliance as the merchant, unless headers say otherwise. */
export async function askPayliance(
  { payliance }: Sandbox,
  path: string,
  request: object,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${payliance.baseUrl}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${payliance.secretKey}`, ...headers },
    body: JSON.stringify(request),
  });
  return { status: answer.status, body: (await answer.json()) as object };
}

interface Told {
  status: number;
  authorizationId: string;
}

/** What Payliance tells of the payment with this key. */
export async function retrievePayment(sandbox: Sandbox, UniqueTranId: string): Promise<Told> {
  const { body } = await askPayliance(sandbox, "retrieve", { UniqueTranId });
  return (body as { transaction: Told }).transaction;
}
