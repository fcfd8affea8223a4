import type { IncomingMessage, ServerResponse } from "node:http";
import type { Actor } from "@countinghouse/api/actor";
import { type AdminCtx, createCtx } from "@countinghouse/api/context";
import { Described, type ExportSink } from "@countinghouse/api/csv-export";
import { DomainError } from "@countinghouse/api/errors";
import type { Services } from "@countinghouse/api/services";
import { asTrpcError } from "@countinghouse/api/trpc";
import { fileNameIn, workbookInto, XLSX_TYPE } from "@countinghouse/api/workbook";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { type CallOptions, requestFacts, type ServedFacts } from "./calls.ts";
import { readCaller } from "./procedures/caller.ts";
import { logRequest } from "./request-log.ts";

/** An export ends when the browser reads nothing for this long. */
const PATIENCE_MS = 60_000;

/** Writes a file into the answer, and calls `begin` with its name before the first byte. */
export type WriteExport = (
  ctx: AdminCtx,
  sink: ExportSink,
  begin: (fileName: string) => void,
) => Promise<unknown>;

/** The forms of an export: the file as CSV or XLSX, or a description of it. */
export const EXPORT_FORMS = ["csv", "xlsx", "description"] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

interface AskedExport {
  /** The address of the kind of export, without its parameters, which can name a customer or be any text. */
  route: string;
  write: WriteExport;
  form: ExportForm;
}

/**
 * Answers with a file, row by row at the speed of the browser. A refusal before the first byte has its status and the reason. An error
 * after the first byte closes the connection, so that no browser takes a part for the whole file.
 */
export function createExportAnswer(services: Services, options: CallOptions) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { route, write, form }: AskedExport,
  ): Promise<void> => {
    const began = performance.now();
    const facts = requestFacts(request, services, options);
    let actor: Actor | null = null;
    let outcome = "OK";
    request.resume();
    try {
      actor = await readCaller(services, request, facts.ip);
      if (actor.kind !== "admin") throw new DomainError("UNAUTHORIZED", "Unauthorized User");
      const admin = actor;
      await answerIn[form](response, facts, (sink, onStart) =>
        write(createCtx(services, admin, facts), sink, onStart),
      );
      response.end();
    } catch (error) {
      outcome = errorCode(error);
      if (!response.headersSent && !response.destroyed) sendRefusal(services, response, facts, error);
      else {
        services.log.warn(
          { correlationId: facts.correlationId, error: String(error) },
          "export stopped short",
        );
        response.destroy();
      }
    } finally {
      const { correlationId } = facts;
      logRequest(services, { route, actor, outcome, began, correlationId });
    }
  };
}

type AnswerIn = (
  response: ServerResponse,
  facts: ServedFacts,
  write: (sink: ExportSink, begin: (fileName: string) => void) => Promise<unknown>,
) => Promise<void>;

const answerIn: Readonly<Record<ExportForm, AnswerIn>> = {
  csv: async (response, facts, write) => {
    await write(response, (fileName) => begin(response, facts, fileName, "text/csv; charset=utf-8"));
  },
  xlsx: async (response, facts, write) => {
    const { sink, written } = workbookInto(response);
    await write(sink, (fileName) => begin(response, facts, fileNameIn("xlsx", fileName), XLSX_TYPE));
    sink.end();
    await written;
  },
  description: async (response, facts, write) => {
    const described = new Described();
    await write(described, () => {});
    response.writeHead(200, { ...answerHeaders(facts.correlationId), "content-type": "application/json" });
    response.write(JSON.stringify(described.said));
  },
};

/** Returns the code under which a failed request is counted. */
export const errorCode = (error: unknown): string =>
  error instanceof DomainError ? error.code : "INTERNAL_SERVER_ERROR";

function begin(
  response: ServerResponse,
  { correlationId, answer }: ServedFacts,
  fileName: string,
  type: string,
): void {
  response.setTimeout(PATIENCE_MS, () => response.destroy());
  for (const [name, value] of answer) response.appendHeader(name, value);
  response.writeHead(200, {
    ...answerHeaders(correlationId),
    "content-type": type,
    "content-disposition": `attachment; filename="${fileName}"`,
  });
}

/** Answers with the reason of a refusal. An unexpected error is logged, and its text is hidden. */
export function sendRefusal(
  services: Services,
  response: ServerResponse,
  facts: ServedFacts,
  error: unknown,
): void {
  const { correlationId } = facts;
  const refusal = error instanceof DomainError ? error : null;
  if (refusal === null) services.log.error({ correlationId, error: String(error) }, "unexpected");
  const code = refusal?.code ?? "INTERNAL_SERVER_ERROR";
  const message = refusal?.message ?? "Something went wrong";
  response.writeHead(refusal === null ? 500 : getHTTPStatusCodeFromError(asTrpcError(refusal)), {
    ...answerHeaders(correlationId),
    "content-type": "application/json",
  });
  response.end(JSON.stringify({ message, code, correlationId }));
}

/** Returns headers that forbid caching and name the log line of the answer. */
export const answerHeaders = (correlationId: string) => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-correlation-id": correlationId,
});
