import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { TextCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";

/** The SSN but for its last four digits masked, whoever looks; a SUPERADMIN may have it shown, which is kept. */
export function SsnCell({ userId, masked }: { userId: number; masked: string }) {
  const [ssn, setSsn] = useState<string | null>(null);
  const whyNot = useWhyNot("users.revealSsn");
  const reveal = trpc.users.revealSsn.useMutation({
    onSuccess: (shown) => setSsn(shown.ssn),
    onError: (error) => toast.error(failureText(error)),
  });
  if (whyNot !== null || masked === "" || ssn !== null) return <TextCell value={ssn ?? masked} />;
  return (
    <span className="flex items-center gap-1">
      {masked}
      <Button
        size="small"
        variant="ghost"
        aria-label={`Show the SSN of user ${userId}`}
        pending={reveal.isPending}
        onClick={() => reveal.mutate({ requestId: newRequestId(), userId })}
      >
        Show
      </Button>
    </span>
  );
}
