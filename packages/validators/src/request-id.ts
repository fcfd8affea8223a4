import { z } from "zod";

/** Names one press of one button: a repeat with the same id is answered with the first result. */
export const RequestId = z.uuid();
export type RequestId = z.infer<typeof RequestId>;

/** Makes a mutation's input out of `schema`: the same object and rules, with the `requestId` it is replayed by. */
export const command = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape, z.core.$strict>) =>
  schema.extend({ requestId: RequestId });
