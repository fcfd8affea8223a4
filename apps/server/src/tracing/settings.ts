export interface OtlpSettings {
  /** The address to which spans are posted. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  /** The share of reads that is traced, from 0 to 1. */
  ratio: number;
}

interface Given {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Returns the settings of OpenTelemetry, with its own names and meanings; null without a collector. */
export function readTracing(given: Given): OtlpSettings | null {
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "");
  const url = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? null : `${base}/v1/traces`);
  if (url === null) return null;
  return {
    url,
    headers: readHeaders(given.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    serviceName: given.OTEL_SERVICE_NAME,
    ratio: given.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Values are percent-encoded. */
const readHeaders = (list: string): Record<string, string> =>
  Object.fromEntries(
    list
      .split(",")
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
      }),
  );
