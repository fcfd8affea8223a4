import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** Returns a value of ASN.1 in DER: tag, length, content. */
function der(tag: number, ...parts: (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (...bytes: number[]) => der(0x06, bytes);
const COMMON_NAME = oid(0x55, 0x04, 0x03);
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11);
const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const name = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
const time = (moment: Date) =>
  der(0x18, Buffer.from(`${moment.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`));
const pem = (kind: string, content: Buffer) =>
  `-----BEGIN ${kind}-----\n${content.toString("base64").replaceAll(/.{64}/g, "$&\n")}\n-----END ${kind}-----\n`;

/** Returns a self-signed certificate for a host, valid between two times, and its key, as PEM. */
export function selfSigned(host: string, from: Date, until: Date): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const serial = randomBytes(8);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const names = der(0x82, Buffer.from(host));
  const content = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, serial),
    ECDSA_WITH_SHA256,
    name(host),
    sequence(time(from), time(until)),
    name(host),
    spki(publicKey),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, sequence(names))))),
  );
  const signature = der(0x03, [0], sign("sha256", content, privateKey));
  return {
    cert: pem("CERTIFICATE", sequence(content, ECDSA_WITH_SHA256, signature)),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

const spki = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" });
