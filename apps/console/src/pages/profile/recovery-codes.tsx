import { useCopy } from "@/lib/copy.ts";
import { Button } from "@/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/ui/dialog.tsx";

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes, once. It is open while it is rendered. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const [state, copy] = useCopy();
  return (
    <Dialog defaultOpen onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <DialogContent width="small">
        <DialogHeader>
          <DialogTitle>Recovery codes</DialogTitle>
          <DialogDescription>
            Store them where you can find them without this device. Each signs you in once. They are not shown
            again.
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          <ul className="grid grid-cols-2 gap-2 font-mono">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => copy(codes.join("\n"))}>{state === "copied" ? "Copied" : "Copy all"}</Button>
          <DialogClose render={<Button variant="primary">I have stored them</Button>} />
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
