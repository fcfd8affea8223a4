import { TRANSACTION_SHEET_MESSAGES } from "@countinghouse/validators/messages";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "@/api/client.ts";
import { errorDetails, failureText } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { saveFile } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

/** Saves the transactions of a user as a file: the sheet of the last days, or the statement. */
export function useSaveTransactions(userId: number) {
  const { client } = trpc.useUtils();
  const sheet = useMutation({
    mutationFn: () => client.loans.transactionSheet.mutate({ userId, requestId: newRequestId() }),
    onSuccess: ({ fileName, base64 }) => {
      saveFile(fileName, "text/csv;charset=utf-8", base64);
      toast.success(TRANSACTION_SHEET_MESSAGES.exported);
    },
    onError: (error) => toast.error(failureText(error, TRANSACTION_SHEET_MESSAGES.failed)),
  });
  const pdf = useMutation({
    mutationFn: () => client.loans.transactionsPdf.mutate({ userId, requestId: newRequestId() }),
    onSuccess: ({ fileName, base64 }) => saveFile(fileName, "application/pdf", base64),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const letter = trpc.loans.payoffLetter.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  return {
    makeLetter: {
      run: () => letter.mutate({ userId, requestId: newRequestId() }),
      pending: letter.isPending,
    },
    saveSheet: { run: () => sheet.mutate(), pending: sheet.isPending },
    savePdf: { run: () => pdf.mutate(), pending: pdf.isPending },
  };
}
