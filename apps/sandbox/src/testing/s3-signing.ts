import { createHash, createHmac } from "node:crypto";
import type { S3Place } from "../index.ts";

export interface S3Request {
  method: string;
  /** With a slash before it, encoded. */
  path: string;
  /** Header names in lower case. */
  headers: Record<string, string>;
  at: Date;
}

/** The headers that sign a request by AWS Signature Version 4, worked out here without any library of Amazon's. */
export function signedHeaders(place: S3Place, request: S3Request): Record<string, string> {
  const longDate = request.at.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const headers: Record<string, string> = {
    host: new URL(place.endpoint).host,
    "x-amz-date": longDate,
    "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
    ...request.headers,
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    request.method,
    request.path,
    "",
    ...names.map((name) => `${name}:${headers[name]}`),
    "",
    names.join(";"),
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${longDate.slice(0, 8)}/${place.region}/s3/aws4_request`;
  const text = [
    "AWS4-HMAC-SHA256",
    longDate,
    scope,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = scope
    .split("/")
    .reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${place.secretAccessKey}`));
  const credential = `${place.accessKeyId}/${scope}`;
  const signature = hmac(key, text).toString("hex");
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
