import { CustomerListId } from "@countinghouse/validators/customer-lists/schemas";
import type { AdminCtx } from "../context.ts";
import type { ExportSink } from "../csv-export.ts";
import { DomainError } from "../errors.ts";
import { exportUsersWhere } from "../users/export.ts";
import { getCustomerList } from "./service.ts";

/**
 * Writes the customers of a kept list into `sink` as the users list is exported, and throws what `exportCsv` throws; INVALID for
 * what is no id, NOT_FOUND. Returns how many they are.
 */
export async function exportCustomerList(
  ctx: AdminCtx,
  listId: string,
  sink: ExportSink,
  onStart: () => void,
): Promise<number> {
  const { data: id } = CustomerListId.safeParse(listId);
  if (id === undefined) throw new DomainError("INVALID", "This is not a list id.");
  const { title } = await getCustomerList(ctx, { id });
  return exportUsersWhere(
    ctx,
    {
      condition: `s.user_id = ANY((SELECT user_ids FROM customer_list WHERE id = '${id}')::int[])`,
      filters: { list: title },
      subject: { type: "customer_list", id },
    },
    sink,
    onStart,
  );
}
