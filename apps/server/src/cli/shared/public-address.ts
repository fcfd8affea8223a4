import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";

/** A certificate that ends sooner should have been renewed. */
const LEAST_DAYS = 14;
const DAY_MS = 86_400_000;
const PATIENCE_MS = 10_000;

/**
 * Looks at what browsers meet at PUBLIC_URL, which is the operator's proxy: the version that is agreed on, whether browsers trust
 * the certificate, how long it is good for, and whether versions are taken that nobody should speak. Returns a line for each,
 * those that are wrong with `isWrong`. `ca` is trusted beside what Node trusts.
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
  if (met instanceof Error) say(`${address} is not reached as browsers reach it: ${met.message}.`, true);
  else {
    const days = Math.floor((met.until.getTime() - now.getTime()) / DAY_MS);
    say(`${address} speaks ${met.version}.`, false);
    say(`Its certificate is trusted, and good for ${days} more days.`, days < LEAST_DAYS);
  }
  // Whether it would be spoken is all that is asked: nothing is sent, and nobody is trusted.
  const old = await meet({
    ...options,
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
    rejectUnauthorized: false,
  });
  if (old instanceof Error) say("It takes neither TLS 1.0 nor 1.1.", false);
  else say(`It takes ${old.version}, which no browser needs: set TLS 1.2 as the oldest at the proxy.`, true);
  return lines;
}

function meet(options: ConnectionOptions): Promise<{ version: string; until: Date } | Error> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connect(options, () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      resolve({ version: (socket.getProtocol() ?? "").replace("TLSv", "TLS "), until });
      socket.destroy();
    });
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error("no answer came")));
    socket.on("error", resolve);
  });
}
