import { RevealNumber } from "@/components/reveal/reveal-number.tsx";
import { WholeNumber } from "@/components/reveal/whole-number.tsx";
import { DateCell, EmptyCell, IdLink, LinkCell, MoneyCell, TextCell } from "@/table/cells.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import { Facts } from "./facts.tsx";
import type { Field } from "./fields.ts";

/** Facts of these labels, each shown as what it is. */
export const FieldFacts = ({ fields }: { fields: readonly Field[] }) => (
  <Facts
    facts={fields.map((field) => [field.label, <FieldValue key={field.label} field={field} />, field.hint])}
  />
);

function FieldValue({ field }: { field: Field }) {
  if ("cents" in field) {
    const money = <MoneyCell cents={field.cents} />;
    return field.href === undefined || field.cents === null ? (
      money
    ) : (
      <LinkCell href={field.href}>{money}</LinkCell>
    );
  }
  if ("number" in field)
    return field.number === "" ? (
      <EmptyCell />
    ) : (
      <RevealNumber userId={field.userId} field={field.of} shown={field.number} />
    );
  if ("id" in field) {
    return (
      <>
        <IdLink id={field.id} to={field.to} />
        {field.id !== null && <CopyButton value={String(field.id)} label={field.label} />}
      </>
    );
  }
  if ("at" in field) {
    return field.at ? (
      <span className="*:text-left">
        <DateCell at={field.at} /> <abbr title="New York time">ET</abbr>
      </span>
    ) : (
      <EmptyCell />
    );
  }
  if (!field.text) return <EmptyCell />;
  if (field.isMaskedOnPaper) return <WholeNumber number={field.text} />;
  if (field.href !== undefined) return <LinkCell href={field.href}>{field.text}</LinkCell>;
  return (
    <>
      {field.title ? <span title={field.title}>{field.text}</span> : <TextCell value={field.text} />}
      {field.copy && <CopyButton value={field.text} label={field.label} />}
    </>
  );
}
