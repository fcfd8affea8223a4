import { SMTPServer } from "smtp-server";
import { boundPort } from "../bound-port.ts";

/** A mail server behind the certificate that the library brings along, which nobody trusts. */
export async function startUntrustedMail(): Promise<{ port: number; close(): void }> {
  const server = new SMTPServer({ secure: true, authOptional: true });
  // Who does not trust it hangs up.
  server.on("error", () => {});
  const port = await boundPort(server.listen(0, "127.0.0.1"));
  return { port, close: () => server.close() };
}
