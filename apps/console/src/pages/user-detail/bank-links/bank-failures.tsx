import { Alert } from "@/ui/alert.tsx";

type BankFailuresProps = { failures: readonly { institutionName: string; message: string }[] };

/** The banks that did not answer what was just asked, each with why. */
export const BankFailures = ({ failures }: BankFailuresProps) =>
  failures.length > 0 && (
    <Alert tone="danger" live="assertive" className="mb-3">
      <ul>
        {failures.map(({ institutionName, message }) => (
          <li key={institutionName}>
            {institutionName}: {message}
          </li>
        ))}
      </ul>
    </Alert>
  );
