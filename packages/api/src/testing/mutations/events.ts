import type { lastAuditEvent } from "../expectations.ts";

type AuditEvent = Awaited<ReturnType<typeof lastAuditEvent>>;

/** Ids and digests. */
const UNSTABLE = /[0-9a-f]{8}(-[0-9a-f]{1,12}){1,4}|\b[0-9a-f]{64}\b|^\d{7,}$/g;

/** Audit events as text for a review, without ids and digests: these differ from run to run. */
export const shownEvents = (path: string, input: object, events: readonly AuditEvent[]): string =>
  events
    .map(({ action, subjectType, subjectId, before, after }) => {
      const [named] = Object.entries(input).find(([, value]) => String(value) === subjectId) ?? [];
      const subject = `${subjectType} ${named ?? withoutIds(subjectId)}`;
      const [was, is] = [before, after].map((value) => JSON.stringify(value, stable));
      return `${path} · ${action} · ${subject}\n  before ${was}\n  after ${is}\n`;
    })
    .join("");

function stable(key: string, value: unknown): unknown {
  if (/Id$|^id$/.test(key) && typeof value === "number") return "<id>";
  if (/Ids$/.test(key) && Array.isArray(value)) return value.map(() => "<id>");
  return typeof value === "string" ? withoutIds(value) : value;
}

const withoutIds = (text: string): string =>
  text.replace(/sealed:\w+/g, "<sealed>").replace(UNSTABLE, "<id>");
