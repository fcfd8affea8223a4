import { TRPCError } from "@trpc/server";
import { expect } from "vitest";
import { DomainError, type DomainErrorCode } from "../errors.ts";
import type { TestApi } from "./harness.ts";

/** Expects the call to be refused with this code and message. Returns the refusal's details. */
export async function expectRefusal(
  call: Promise<unknown>,
  code: DomainErrorCode,
  message?: string | RegExp,
): Promise<Record<string, unknown>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  const cause = error instanceof TRPCError ? error.cause : error;
  if (!(cause instanceof DomainError))
    throw new Error(`Expected ${code}, got ${String(error)}`, { cause: error });
  expect(cause.code).toBe(code);
  if (message !== undefined) expect(cause.message).toMatch(message);
  return cause.details;
}

/** The newest audit event of an action, or a failure when there is none. */
export async function lastAuditEvent(api: TestApi, action: string) {
  return api.database.read.auditEvent.findFirstOrThrow({ where: { action }, orderBy: { id: "desc" } });
}

/** How many audit events stand in the chain. */
export const countAuditEvents = (api: TestApi, action: string): Promise<number> =>
  api.database.read.auditEvent.count({ where: { action } });
