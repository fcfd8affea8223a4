import { useState } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Button } from "@/ui/button.tsx";
import NoticeForm from "./notice-form.tsx";

type SendNoticeProps = { applicationId: number; disabledReason?: string | null };

/** Opens the form that sends an applicant the notice of adverse action. */
export function SendNotice({ applicationId, disabledReason = null }: SendNoticeProps) {
  const [isOpen, setOpen] = useState(false);
  const whyNot = useWhyNot("adverseAction.send");
  return (
    <div>
      <Button size="small" disabledReason={whyNot ?? disabledReason} onClick={() => setOpen(true)}>
        Send the notice
      </Button>
      {isOpen && <NoticeForm applicationId={applicationId} onClose={() => setOpen(false)} />}
    </div>
  );
}
