import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";

/** The least remaining life of a certificate. */
const LEAST_DAYS = 14;
const DAY_MS = 86_400_000;
const PATIENCE_MS = 10_000;

/**
 * Connects to PUBLIC_URL as browsers do, and checks the TLS version, the certificate, its remaining days and old TLS versions.
 * Returns a line for each check, with `isWrong` for a failure. `ca` adds a trusted authority.
 */
export async function lookAtPublicAddress(
  address: string,
  { ca, now = new Date() }: { ca?: string; now?: Date } = {},
): Promise<{ line: string; isWrong: boolean }[]> {
  const url = new URL(address);
  if (url.protocol !== "https:") return [{ line: `${address} is not https.`, isWrong: true }];
  const options = {
    host: url.hostname,
    port: Number(url.port || 443),
    servername: url.hostname,
    ...(ca !== undefined && { ca }),
  };
  const lines: { line: string; isWrong: boolean }[] = [];
  const say = (line: string, isWrong: boolean) => void lines.push({ line, isWrong });
  const met = await meet({ ...options, minVersion: "TLSv1.2" });
  if (met instanceof Error) say(`${address} cannot be reached by browsers: ${met.message}.`, true);
  else {
    const days = Math.floor((met.until.getTime() - now.getTime()) / DAY_MS);
    say(`${address} speaks ${met.version}.`, false);
    say(`The certificate is trusted and valid for ${days} more days.`, days < LEAST_DAYS);
  }
  // Tests old versions only: sends no data and trusts no certificate.
  const old = await meet({
    ...options,
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
    rejectUnauthorized: false,
  });
  if (old instanceof Error) say("The address accepts neither TLS 1.0 nor 1.1.", false);
  else say(`The address accepts ${old.version}. Set TLS 1.2 as the oldest version at the proxy.`, true);
  return lines;
}

function meet(options: ConnectionOptions): Promise<{ version: string; until: Date } | Error> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connect(options, () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      resolve({ version: (socket.getProtocol() ?? "").replace("TLSv", "TLS "), until });
      socket.destroy();
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("it did not answer in time")));
    socket.on("error", resolve);
  });
}
