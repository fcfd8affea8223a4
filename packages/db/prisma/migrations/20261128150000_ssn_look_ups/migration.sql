-- CreateTable
CREATE TABLE "ssn_look_up" (
    "admin_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "number_hash" BYTEA NOT NULL,

    CONSTRAINT "ssn_look_up_pkey" PRIMARY KEY ("admin_id","hour","number_hash")
);

-- AlterTable
ALTER TABLE "reading_hour" ADD COLUMN "ssn_look_ups" INTEGER NOT NULL DEFAULT 0;

-- What a search by a whole SSN leaves, in one statement: each number is counted once an hour, and leaves its event. Beyond the most it
-- fails with CH001 and leaves nothing.
CREATE FUNCTION note_ssn_look_up(
  reader uuid, moment timestamptz, looked_for bytea, most int,
  actor text, action text, request_id uuid, subject_type text, subject_id text, told jsonb, content_hash bytea, key_id text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_hour timestamptz(3) := date_trunc('hour', moment);
  counted int;
BEGIN
  -- As in note_reading.
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO ssn_look_up (admin_id, hour, number_hash) VALUES (reader, this_hour, looked_for) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  INSERT INTO reading_hour AS h (admin_id, hour, customers, reveals, ssn_look_ups) VALUES (reader, this_hour, 0, 0, 1)
    ON CONFLICT (admin_id, hour) DO UPDATE SET ssn_look_ups = h.ssn_look_ups + 1
    RETURNING h.ssn_look_ups INTO counted;
  IF counted > most THEN
    RAISE EXCEPTION 'ssnLookUps' USING ERRCODE = 'CH001', DETAIL = most::text;
  END IF;
  INSERT INTO audit_event (at, actor, action, request_id, subject_type, subject_id, after, content_hash, key_id)
    VALUES (moment, actor, action, request_id, subject_type, subject_id, told, content_hash, key_id);
END $$;
