import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import { expect, it } from "vitest";
import { selfSigned } from "../../testing/certificate.ts";
import { lookAtPublicAddress } from "./public-address.ts";

const HOST = "localhost";
const NOW = new Date();
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

/** Checks a proxy with such a certificate; `trusts` makes its authority known. */
async function readRefusal(
  until: Date,
  { trusts = true, ...options }: TlsOptions & { trusts?: boolean } = {},
) {
  const { cert, key } = selfSigned(HOST, days(-30), until);
  const server = createServer({ cert, key, ...options }, (socket) => socket.end());
  server.on("tlsClientError", () => {});
  server.listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const lines = await lookAtPublicAddress(`https://${HOST}:${port}`, trusts ? { ca: cert } : {});
  server.close();
  return {
    all: lines.map(({ line }) => line).join("\n"),
    wrong: lines.filter(({ isWrong }) => isWrong).length,
  };
}

it("prints the TLS version and the remaining days of a correct proxy", async () => {
  const { all, wrong } = await readRefusal(days(60.5));
  expect(wrong).toBe(0);
  expect(all).toMatch(
    /speaks TLS 1\.3\.\n.*trusted and valid for 60 more days\.\n.*neither TLS 1\.0 nor 1\.1/,
  );
});

it.each([
  ["no browser trusts", days(60), { trusts: false }, "cannot be reached by browsers"],
  ["has expired", days(-1), {}, "certificate has expired"],
  ["expires in a week", days(7.5), {}, "valid for 7 more days"],
])("reports a certificate that %s", async (_what, until, options, said) => {
  const { all, wrong } = await readRefusal(until, options);
  expect(all).toContain(said);
  expect(wrong).toBe(1);
});

it("reports a proxy with old TLS versions, and an address without TLS", async () => {
  const { all, wrong } = await readRefusal(days(60), {
    minVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
  });
  expect(all).toContain("The address accepts TLS 1.1. Set TLS 1.2");
  expect(wrong).toBe(1);
  expect(await lookAtPublicAddress("http://console.example.com")).toEqual([
    { line: "http://console.example.com is not https.", isWrong: true },
  ]);
});
