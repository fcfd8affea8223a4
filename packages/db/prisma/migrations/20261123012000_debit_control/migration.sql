-- A new authorisation of debits, or a correction of what was on file, as staff recorded it. It belongs to the number, not to
-- the row: the same account linked anew, or by another user, has it too. Never changed.
CREATE TYPE "DebitCure" AS ENUM ('authorisation', 'correction');

CREATE TABLE "debit_cure" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "number_index" BYTEA,
    "routing" TEXT NOT NULL DEFAULT '',
    "token_index" BYTEA,
    "cure" "DebitCure" NOT NULL,
    "obtained_on" DATE NOT NULL,
    "how" TEXT NOT NULL,
    "file_id" UUID,
    "recorded_by_id" UUID NOT NULL,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "debit_cure_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "debit_cure_number_index_routing_idx" ON "debit_cure"("number_index", "routing");
CREATE INDEX "debit_cure_token_index_idx" ON "debit_cure"("token_index");
CREATE INDEX "debit_cure_user_id_idx" ON "debit_cure"("user_id");

ALTER TABLE "debit_cure" ADD CONSTRAINT "debit_cure_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "debit_cure" ADD CONSTRAINT "debit_cure_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "user_file"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "debit_cure" ADD CONSTRAINT "debit_cure_recorded_by_id_fkey" FOREIGN KEY ("recorded_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "debit_cure" ADD CONSTRAINT "debit_cure_of_one" CHECK ((number_index IS NULL) <> (token_index IS NULL));

CREATE TRIGGER debit_cure_append_only BEFORE UPDATE OR DELETE ON debit_cure
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What came back of an account or a card is asked for by number, at every door.
CREATE INDEX "payment_intent_bank_account_id_idx" ON "payment_intent"("bank_account_id");
CREATE INDEX "payment_intent_card_id_idx" ON "payment_intent"("card_id");

-- A debit that came back for want of funds is presented again at most twice (Nacha, subsection 2.12.4), whatever code sends it.
-- Looked at as the call is written down: what a call is made for later was allowed then.
CREATE FUNCTION refuse_third_representment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE asked payment_intent; came_back int;
BEGIN
  SELECT * INTO asked FROM payment_intent WHERE id = NEW.intent_id;
  IF asked.schedule_id IS NULL OR asked.bank_account_id IS NULL OR asked.payment_type <> 'DEBIT' THEN RETURN NEW; END IF;
  SELECT count(*) INTO came_back
  FROM payment_intent i JOIN processor_event e ON e.intent_id = i.id AND e.kind = 'RETURN'
  JOIN bank_account b ON b.id = i.bank_account_id
  JOIN bank_account own ON own.id = asked.bank_account_id
    AND own.number_index = b.number_index AND own.routing = b.routing
  WHERE i.schedule_id = asked.schedule_id AND i.id <> asked.id AND i.payment_type = 'DEBIT'
    AND e.code IN ('R01', 'R09', 'A', 'B')
    AND NOT EXISTS (SELECT 1 FROM debit_cure c WHERE c.number_index = own.number_index AND c.routing = own.routing
      AND c.cure = 'authorisation' AND c.obtained_on >= e.happened_on);
  IF came_back > 2 THEN
    RAISE EXCEPTION 'the instalment % came back % times: it is not presented again', asked.schedule_id, came_back
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER payment_attempt_representment BEFORE INSERT ON payment_attempt
  FOR EACH ROW EXECUTE FUNCTION refuse_third_representment();
