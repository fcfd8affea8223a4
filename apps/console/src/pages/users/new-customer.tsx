import { lazy, Suspense, useState } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Button } from "@/ui/button.tsx";

const NewCustomerForm = lazy(() => import("./new-customer-form.tsx"));

/** The button that opens the form of a new customer. For other roles it is disabled, with the reason. */
export function NewCustomer() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button disabledReason={useWhyNot("users.create")} onClick={() => setOpen(true)}>
        New customer
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <NewCustomerForm onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
