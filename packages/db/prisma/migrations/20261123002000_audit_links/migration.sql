-- An audit event stands for itself, with a hash of its content; a link of the chain binds it to the events before. Events
-- are written in the transactions of those who act, which no longer wait for one another; a single chainer links them.

LOCK TABLE "audit_event" IN ACCESS EXCLUSIVE MODE;

-- CreateTable
CREATE TABLE "audit_link" (
    "position" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "previous_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_link_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "audit_unlinked" (
    "event_id" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_unlinked_pkey" PRIMARY KEY ("event_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_link_event_id_key" ON "audit_link"("event_id");

-- The chain so far, as it is: each of its hashes covers the one before and the whole event, which has no hash of its own.
INSERT INTO "audit_link" ("position", "event_id", "previous_hash", "hash")
  SELECT row_number() OVER (ORDER BY "id"), "id", "previous_hash", "hash" FROM "audit_event";

-- AlterTable
ALTER TABLE "audit_event" DROP COLUMN "previous_hash", DROP COLUMN "hash", ADD COLUMN "content_hash" BYTEA;
-- Not of those from before.
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_hashed" CHECK ("content_hash" IS NOT NULL) NOT VALID;

CREATE TRIGGER audit_link_append_only BEFORE UPDATE OR DELETE ON audit_link
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_link_no_truncate BEFORE TRUNCATE ON audit_link
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whoever writes an event, however, leaves it to be linked.
CREATE FUNCTION leave_unlinked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_unlinked (event_id) SELECT id FROM added;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_event_unlinked AFTER INSERT ON audit_event
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION leave_unlinked();

-- It is left there until it is linked.
CREATE FUNCTION refuse_unlinked_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r WHERE NOT EXISTS (SELECT FROM audit_link l WHERE l.event_id = r.event_id)) THEN
    RAISE EXCEPTION 'audit_unlinked holds events until they are linked: DELETE is refused'
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_unlinked_until_linked AFTER DELETE ON audit_unlinked
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_unlinked_loss();
CREATE TRIGGER audit_unlinked_no_update BEFORE UPDATE ON audit_unlinked
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_unlinked_no_truncate BEFORE TRUNCATE ON audit_unlinked
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
