import { z } from "zod";
import type { Sandbox } from "../index.ts";

/** What a business is made of at least. */
export const BUSINESS = {
  name: "Quill Carpentry LLC",
  addresses: [{ address_line1: "1 Main St", city: "Fresno", state: "CA", postal_code: "93650" }],
  unique_external_id: "48213",
  orders: [{ product: "identity" }],
};

/** What a lien is made of at least. */
export const LIEN = {
  state: "CA",
  debtors: [{ organization_name: "Quill Carpentry LLC", addresses: BUSINESS.addresses }],
};

/** Makes one call to the sandbox's Middesk; `id` is that of what it answers, or "". */
export async function callMiddesk(
  { middesk }: Sandbox,
  { method, path, body, authorization = `Bearer ${middesk.apiKey}` }: MiddeskCall,
) {
  const answer = await fetch(`${middesk.baseUrl}${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const read = z.looseObject({ id: z.string().optional() }).parse(await answer.json());
  return { status: answer.status, body: read, id: read.id ?? "" };
}

interface MiddeskCall {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  authorization?: string;
}
