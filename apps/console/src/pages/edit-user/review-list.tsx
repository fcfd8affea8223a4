import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { type ChangeRow, centsText } from "./value-text.ts";

export type Review = {
  rows: ChangeRow[];
  /** The unpaid payments that come, go or change, in cents. */
  payments: { paymentDate: string; beforeCents: number | null; afterCents: number | null }[];
  /** What stays although one might think otherwise, and who is told: a sentence each. */
  sentences: string[];
};

/** Field, before and after; the payments likewise; and what is to be known besides. */
export const ReviewList = ({ review }: { review: Review }) => (
  <div className="grid gap-4">
    <Changes caption="Changes" head="Field" rows={review.rows} />
    {review.payments.length > 0 && (
      <Changes
        caption="Unpaid payments"
        head="Payment Date"
        rows={review.payments.map(({ paymentDate, beforeCents, afterCents }) => ({
          label: paymentDate,
          before: centsText(beforeCents),
          after: centsText(afterCents),
        }))}
      />
    )}
    {review.sentences.length > 0 && (
      <ul className="grid list-disc gap-1 pl-5 text-sm text-muted-foreground">
        {review.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    )}
  </div>
);

type ChangesProps = { caption: string; head: string; rows: ChangeRow[] };

const Changes = ({ caption, head, rows }: ChangesProps) => (
  <section aria-label={caption} className="grid gap-1">
    <h3 className="text-sm font-semibold">{caption}</h3>
    <Table aria-label={caption}>
      <TableHeader>
        <TableRow>
          <TableHead className="bg-transparent">{head}</TableHead>
          <TableHead className="bg-transparent">Before</TableHead>
          <TableHead className="bg-transparent">After</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(({ label, before, after }) => (
          <TableRow key={label}>
            <TableCell className="text-muted-foreground">{label}</TableCell>
            <TableCell className="[overflow-wrap:anywhere] whitespace-normal">{before}</TableCell>
            <TableCell className="font-medium [overflow-wrap:anywhere] whitespace-normal">{after}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </section>
);
