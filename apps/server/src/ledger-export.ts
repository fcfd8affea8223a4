import type { IncomingMessage, ServerResponse } from "node:http";
import { actorOf } from "@countinghouse/api/auth/sessions";
import { createCtx, type RequestFacts, type Services } from "@countinghouse/api/context";
import { DomainError } from "@countinghouse/api/errors";
import { exportLedger, LEDGER_FILE_NAME } from "@countinghouse/api/ledger/export";
import { bearer, type CallOptions, requestFacts } from "./calls.ts";

export { LEDGER_EXPORT_PATH } from "@countinghouse/api/ledger/export";

/** A browser that takes nothing for this long is not coming back for the rest. */
const PATIENCE_MS = 60_000;

const STATUS: Partial<Record<DomainError["code"], number>> = { UNAUTHORIZED: 401, FORBIDDEN: 403 };

/**
 * Answers with the whole ledger as a file, row by row as the browser takes them. Before the first byte a refusal has
 * its status and says why; after it the connection is cut, so that no browser takes a part for the whole.
 */
export function createLedgerExportListener(services: Services, options: CallOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const facts = requestFacts(request, services, options);
    request.resume();
    try {
      const actor = await actorOf(services, bearer(request), facts.ip);
      if (actor.kind !== "admin") throw new DomainError("UNAUTHORIZED", "Unauthorized User");
      await exportLedger(createCtx(services, actor, facts), response, () => begin(response, facts));
      response.end();
    } catch (error) {
      if (!response.headersSent && !response.destroyed) refuse(services, response, facts, error);
      else {
        services.log.warn(
          { correlationId: facts.correlationId, error: String(error) },
          "export stopped short",
        );
        response.destroy();
      }
    }
  };
}

function begin(response: ServerResponse, { correlationId }: RequestFacts): void {
  response.setTimeout(PATIENCE_MS, () => response.destroy());
  response.writeHead(200, {
    ...headers(correlationId),
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${LEDGER_FILE_NAME}"`,
  });
}

function refuse(services: Services, response: ServerResponse, facts: RequestFacts, error: unknown): void {
  const { correlationId } = facts;
  const refusal = error instanceof DomainError ? error : null;
  if (refusal === null) services.log.error({ correlationId, error: String(error) }, "unexpected");
  const code = refusal?.code ?? "INTERNAL_SERVER_ERROR";
  const message = refusal?.message ?? "Something went wrong";
  response.writeHead((refusal && STATUS[refusal.code]) ?? 500, {
    ...headers(correlationId),
    "content-type": "application/json",
  });
  response.end(JSON.stringify({ message, code, correlationId }));
}

const headers = (correlationId: string) => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-correlation-id": correlationId,
});
