import type { Step } from "./exception-cells.tsx";
import { MatchForm } from "./match-form.tsx";
import { CloseForm, DeleteForm } from "./note-forms.tsx";

/** The form of what a person does about a row. */
export function StepForm({ step, onClose }: { step: Step; onClose: () => void }) {
  switch (step.do) {
    case "match":
      return <MatchForm report={step.report} onClose={onClose} />;
    case "delete":
      return <DeleteForm report={step.report} onClose={onClose} />;
    default:
      return <CloseForm exception={step.exception} onClose={onClose} />;
  }
}
