import { readFileSync } from "node:fs";
import { TLS_SUITES } from "@countinghouse/providers/tls";
import { expect, it } from "vitest";

const text = (name: string): string =>
  readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), "utf8");
const COMPOSE = text("compose.yaml");
const SECRETS = text("make-secrets.sh");

/** Settings that must not be in the environment of a container. */
const KEYS = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "DATABASE_OWNER_URL",
  "SEALING_KEYS",
  "INDEX_KEY",
  "AUDIT_KEYS",
].concat(["CODE_KEY", "TOKEN_KEY", "BOT_CHECK_KEY", "METRICS_TOKEN"]);

it.each(KEYS)("containers get %s as a file that make-secrets.sh creates", (name) => {
  const file = name.toLowerCase();
  expect(COMPOSE).toContain(`${name}_FILE: /run/secrets/${file}\n`);
  expect(COMPOSE).toContain(`  ${file}: { file: ./secrets/${file} }\n`);
  expect(COMPOSE).not.toMatch(new RegExp(`\\b${name}[:=]`));
  expect(SECRETS).toMatch(new RegExp(`^secret ${name} "`, "m"));
  expect(SECRETS).not.toMatch(new RegExp(`^${name}=`, "m"));
});

it("the proxy uses TLS 1.2 and 1.3 with the cipher suites of the server", () => {
  const [, tls = ""] = /\ttls \{([^}]*)\}/.exec(text("Caddyfile")) ?? [];
  expect(/protocols (.*)/.exec(tls)?.[1]).toBe("tls1.2 tls1.3");
  // TLS 1.3 has no choice of suites. Caddy uses the names of the standard, OpenSSL its own names.
  const short = (suite: string) =>
    suite
      .replace(/^TLS_/, "")
      .replace("_WITH", "")
      .replace(/(AES)_(\d+)/, "$1$2")
      .replaceAll("_", "-");
  const suites = (/ciphers (.*)/.exec(tls)?.[1] ?? "").split(" ").map(short);
  const ours = TLS_SUITES.filter((suite) => suite.startsWith("ECDHE-"));
  expect(suites.map((suite) => suite.replace(/(POLY1305)-SHA256$/, "$1"))).toEqual(ours);
});
