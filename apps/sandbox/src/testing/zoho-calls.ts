import { z } from "zod";
import type { Sandbox } from "../index.ts";

const tokenSchema = z.object({ access_token: z.string() });
const bodySchema = z.looseObject({ data: z.array(z.looseObject({})).optional() });

/** Asks for a token; what is wrong with the request can be changed in. */
export async function askZohoToken(
  { zoho }: Sandbox,
  changes: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const { clientId, clientSecret, refreshToken } = zoho.credentials;
  const form = {
    grant_type: "refresh_token",
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
    ...changes,
  };
  const answer = await fetch(`${zoho.accountsUrl}/oauth/v2/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  return z.looseObject({}).parse(await answer.json());
}

/** A token that is good for calls. */
export async function zohoToken(sandbox: Sandbox): Promise<string> {
  return tokenSchema.parse(await askZohoToken(sandbox)).access_token;
}

/**
 * Makes one call of the CRM; `fields` are those of the one record it writes. Gives the answer's body, empty when there
 * is none, and the first of the records or outcomes in it.
 */
export async function callZoho(
  { zoho }: Sandbox,
  call: { token: string; method: string; path: string; fields?: object | undefined },
) {
  const answer = await fetch(`${zoho.baseUrl}${call.path}`, {
    method: call.method,
    headers: { authorization: `Zoho-oauthtoken ${call.token}`, "content-type": "application/json" },
    ...(call.fields && { body: JSON.stringify({ data: [call.fields] }) }),
  });
  const text = await answer.text();
  const body = bodySchema.parse(text === "" ? {} : JSON.parse(text));
  return { status: answer.status, body, first: body.data?.[0] ?? {} };
}
