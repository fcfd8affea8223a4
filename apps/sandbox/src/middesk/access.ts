/** The demonstration application's key and the secret that signs webhooks, known to everyone. */
export const MIDDESK_ACCESS = {
  apiKey: "mk_test_sandbox",
  webhookSecret: "middesk-sandbox-webhook-secret",
};

const BASIC = Buffer.from(`${MIDDESK_ACCESS.apiKey}:`).toString("base64");

/** Whether an Authorization header shows the key: as a bearer token, or as the user of Basic without a password. */
export function isAuthorized(authorization: string | undefined): boolean {
  return authorization === `Bearer ${MIDDESK_ACCESS.apiKey}` || authorization === `Basic ${BASIC}`;
}
