-- What a row of a job shows for a payment, as packages/validators/src/payments/states.ts has it: a test holds both
-- against each other. A state that is missing gives NULL and no wrong answer.
CREATE FUNCTION payment_row_state(state "PaymentState") RETURNS "BulkItemState" LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE state
    WHEN 'CREATED' THEN 'CLAIMED'::"BulkItemState"
    WHEN 'READY' THEN 'CLAIMED'
    WHEN 'SENDING' THEN 'CLAIMED'
    WHEN 'SUBMITTED' THEN 'DONE'
    WHEN 'SUCCEEDED' THEN 'DONE'
    WHEN 'SETTLED' THEN 'DONE'
    WHEN 'FAILED' THEN 'FAILED'
    WHEN 'CANCELLED' THEN 'FAILED'
    WHEN 'RETURNED' THEN 'FAILED'
    WHEN 'CHARGED_BACK' THEN 'FAILED'
    WHEN 'UNKNOWN' THEN 'UNKNOWN'
    WHEN 'NEEDS_REVIEW' THEN 'UNKNOWN'
  END
$$;

ALTER TABLE "payment_intent" DROP COLUMN "epoch";
