-- Events, links and transactions of the ledger are signed with a key that the database does not hold. What was written before
-- has no signature; the first signed link of a chain covers it.
ALTER TABLE "audit_event" ADD COLUMN "key_id" TEXT;
ALTER TABLE "audit_link" ADD COLUMN "key_id" TEXT;
ALTER TABLE "ledger_transaction" ADD COLUMN "key_id" TEXT, ADD COLUMN "signature" BYTEA;

-- CreateTable
CREATE TABLE "ledger_link" (
    "position" BIGINT NOT NULL,
    "transaction_id" UUID NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,

    CONSTRAINT "ledger_link_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "ledger_unlinked" (
    "transaction_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_unlinked_pkey" PRIMARY KEY ("transaction_id")
);

-- CreateTable
CREATE TABLE "chain_check" (
    "day" DATE NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "linked" BIGINT NOT NULL,
    "findings" INTEGER NOT NULL,
    "first" TEXT NOT NULL,

    CONSTRAINT "chain_check_pkey" PRIMARY KEY ("day")
);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_link_transaction_id_key" ON "ledger_link"("transaction_id");

-- What was posted before is linked as it stands.
INSERT INTO "ledger_unlinked" ("transaction_id") SELECT "id" FROM "ledger_transaction";

CREATE TRIGGER ledger_link_append_only BEFORE UPDATE OR DELETE ON ledger_link
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_link_no_truncate BEFORE TRUNCATE ON ledger_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whoever posts a transaction, however, leaves it to be linked.
CREATE FUNCTION leave_posting_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_unlinked (transaction_id) SELECT id FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transaction_unlinked AFTER INSERT ON ledger_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION leave_posting_unlinked();

-- It is left there until it is linked.
CREATE FUNCTION refuse_unlinked_posting_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r
             WHERE NOT EXISTS (SELECT FROM ledger_link l WHERE l.transaction_id = r.transaction_id)) THEN
    RAISE EXCEPTION 'ledger_unlinked holds transactions until they are linked: DELETE is refused'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_unlinked_until_linked AFTER DELETE ON ledger_unlinked
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_unlinked_posting_loss();
CREATE TRIGGER ledger_unlinked_no_update BEFORE UPDATE ON ledger_unlinked
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_unlinked_no_truncate BEFORE TRUNCATE ON ledger_unlinked
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
