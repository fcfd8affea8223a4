-- CreateTable
CREATE TABLE "customer_reading" (
    "admin_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "user_id" INTEGER NOT NULL,
    "is_whole" BOOLEAN NOT NULL,

    CONSTRAINT "customer_reading_pkey" PRIMARY KEY ("admin_id","hour","user_id")
);

-- CreateTable
CREATE TABLE "reading_hour" (
    "admin_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "customers" INTEGER NOT NULL,
    "reveals" INTEGER NOT NULL,

    CONSTRAINT "reading_hour_pkey" PRIMARY KEY ("admin_id","hour")
);

-- CreateTable
CREATE TABLE "reading_view" (
    "admin_id" UUID NOT NULL,
    "what" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reading_view_pkey" PRIMARY KEY ("admin_id","what")
);

-- CreateTable
CREATE TABLE "reading_raise" (
    "id" UUID NOT NULL,
    "admin_id" UUID NOT NULL,
    "customers" INTEGER NOT NULL,
    "reveals" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "raised_by_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reading_raise_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reading_raise_admin_id_until_idx" ON "reading_raise"("admin_id", "until");

-- CreateIndex
CREATE INDEX "reading_raise_raised_by_id_idx" ON "reading_raise"("raised_by_id");

-- AddForeignKey
ALTER TABLE "reading_raise" ADD CONSTRAINT "reading_raise_admin_id_fkey" FOREIGN KEY ("admin_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reading_raise" ADD CONSTRAINT "reading_raise_raised_by_id_fkey" FOREIGN KEY ("raised_by_id") REFERENCES "admin"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One event tells of all customers of a list: under each of them it is found by this.
CREATE INDEX "audit_event_user_ids_idx" ON "audit_event" USING gin (("after"->'userIds'))
  WHERE "subject_type" IN ('collection', 'user_list');

-- What a look at customers leaves, in one statement: each is counted once an hour against the budget of the admin, whether a
-- number is shown in full or not, and the look leaves its event unless it goes on from within the last quarter of an hour.
-- Customers that are not there leave nothing. Over the budget it fails with CH001 and leaves nothing, either.
CREATE FUNCTION note_reading(
  reader uuid, moment timestamptz, read int[], whole boolean, most_customers int, most_reveals int,
  looks text[], actor text, action text, request_id uuid, subject_type text, subject_id text, told jsonb,
  content_hash bytea, key_id text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  this_hour timestamptz(3) := date_trunc('hour', moment);
  fresh int;
  shown int;
  counted reading_hour%ROWTYPE;
  more_customers int;
  more_reveals int;
  is_new boolean;
BEGIN
  -- What a crash of the database takes of the last moments are counts and looks, and nothing else is waited for.
  PERFORM set_config('synchronous_commit', 'off', true);
  WITH noted AS (
    INSERT INTO customer_reading AS c (admin_id, hour, user_id, is_whole)
      SELECT reader, this_hour, u.id, whole FROM users u WHERE u.id = ANY(read) ORDER BY u.id
      ON CONFLICT (admin_id, hour, user_id) DO UPDATE SET is_whole = true WHERE excluded.is_whole AND NOT c.is_whole
      RETURNING c.xmax = 0 AS is_first)
  SELECT count(*) FILTER (WHERE is_first), CASE WHEN whole THEN count(*) ELSE 0 END INTO fresh, shown FROM noted;
  IF fresh = 0 AND shown = 0 AND NOT EXISTS (SELECT FROM users u WHERE u.id = ANY(read)) THEN
    RETURN;
  END IF;
  IF fresh > 0 OR shown > 0 THEN
    INSERT INTO reading_hour AS h (admin_id, hour, customers, reveals) VALUES (reader, this_hour, fresh, shown)
      ON CONFLICT (admin_id, hour) DO UPDATE SET customers = h.customers + fresh, reveals = h.reveals + shown
      RETURNING h.* INTO counted;
    IF (fresh > 0 AND counted.customers > most_customers) OR (shown > 0 AND counted.reveals > most_reveals) THEN
      SELECT greatest(max(r.customers), most_customers), greatest(max(r.reveals), most_reveals)
        INTO more_customers, more_reveals
        FROM reading_raise r WHERE r.admin_id = reader AND r.until > moment;
      IF fresh > 0 AND counted.customers > more_customers THEN
        RAISE EXCEPTION 'customers' USING ERRCODE = 'CH001', DETAIL = more_customers::text;
      END IF;
      IF shown > 0 AND counted.reveals > more_reveals THEN
        RAISE EXCEPTION 'reveals' USING ERRCODE = 'CH001', DETAIL = more_reveals::text;
      END IF;
    END IF;
  END IF;
  IF cardinality(looks) = 0 THEN
    RETURN;
  END IF;
  INSERT INTO reading_view AS v (admin_id, what, at) VALUES (reader, looks[1], moment)
    ON CONFLICT (admin_id, what) DO UPDATE SET at = moment WHERE v.at <= moment - interval '15 minutes';
  is_new := FOUND;
  INSERT INTO reading_view AS v (admin_id, what, at) SELECT reader, further, moment FROM unnest(looks[2:]) further
    ON CONFLICT (admin_id, what) DO UPDATE SET at = moment WHERE v.at <= moment - interval '15 minutes';
  IF is_new THEN
    INSERT INTO audit_event (at, actor, action, request_id, subject_type, subject_id, after, content_hash, key_id)
      VALUES (moment, actor, action, request_id, subject_type, subject_id, told, content_hash, key_id);
  END IF;
END $$;
