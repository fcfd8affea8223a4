-- What a schedule and terms were, so that it can be told as of any day: as they stood before each change, written by the change itself.
CREATE TABLE "past_terms" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "subject" TEXT NOT NULL,
    "row_id" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "facts" JSONB NOT NULL,

    CONSTRAINT "past_terms_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "past_terms_user_id_until_idx" ON "past_terms"("user_id", "until");
ALTER TABLE "past_terms" ADD CONSTRAINT "past_terms_are_of_one" CHECK (subject IN ('schedule', 'application'));

-- Rows that were there before nobody knows the time of: null.
ALTER TABLE "payment_schedule" ADD COLUMN "created_at" TIMESTAMPTZ(3);
ALTER TABLE "payment_schedule" ALTER COLUMN "created_at" SET DEFAULT CURRENT_TIMESTAMP;

CREATE FUNCTION keep_past_schedule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO past_terms (user_id, subject, row_id, facts)
  VALUES (OLD.user_id, 'schedule', OLD.id, jsonb_build_object('applicationId', OLD.application_id,
    'paymentDate', OLD.payment_date, 'amountCents', OLD.amount_cents, 'createdAt', OLD.created_at));
  RETURN NULL;
END $$;
CREATE TRIGGER payment_schedule_was AFTER UPDATE ON payment_schedule FOR EACH ROW
  WHEN (OLD.payment_date <> NEW.payment_date OR OLD.amount_cents <> NEW.amount_cents)
  EXECUTE FUNCTION keep_past_schedule();
CREATE TRIGGER payment_schedule_gone AFTER DELETE ON payment_schedule FOR EACH ROW
  EXECUTE FUNCTION keep_past_schedule();

CREATE FUNCTION terms_of(application) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('approvedCents', $1.approved_amount_cents, 'paybackCents', $1.payback_amount_cents,
    'paymentCents', $1.payment_amount_cents, 'discountCents', $1.discount_amount_cents,
    'disbursementCents', $1.disbursement_amount_cents, 'disbursementFeeCents', $1.disbursement_fee_cents,
    'ofeeRate', $1.ofee_rate::text, 'firstPaymentDate', $1.first_payment_date, 'discountDate', $1.discount_date,
    'lastPaymentDate', $1.last_payment_date, 'stage', $1.stage::text)
$$;
CREATE FUNCTION keep_past_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF terms_of(OLD) IS DISTINCT FROM terms_of(NEW) THEN
    INSERT INTO past_terms (user_id, subject, row_id, facts) VALUES (OLD.user_id, 'application', OLD.id, terms_of(OLD));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER application_was AFTER UPDATE ON application FOR EACH ROW EXECUTE FUNCTION keep_past_terms();

-- What was is never changed.
CREATE TRIGGER past_terms_stay BEFORE UPDATE OR DELETE ON past_terms FOR EACH ROW EXECUTE FUNCTION refuse_change();
