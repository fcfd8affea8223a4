import { z } from "zod";

/** A PDF file whose beginning and end are there: no page that came in its place, and none that was cut short. */
export const pdfBytesSchema = z.instanceof(Uint8Array).refine((bytes) => {
  const text = (part: Uint8Array) => new TextDecoder("latin1").decode(part);
  return text(bytes.subarray(0, 5)) === "%PDF-" && text(bytes.subarray(-1024)).includes("%%EOF");
});
