-- CreateIndex
CREATE INDEX "deal_deal_id_idx" ON "deal"("deal_id");

-- Names that are nearly what was typed. Of the whole text for searches, most trigrams would be of other things.
CREATE FUNCTION users_name_text(firstname text, lastname text, business_name text, company_name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN firstname || ' ' || lastname || ' ' || business_name || ' ' || company_name;

CREATE INDEX users_names ON users USING gin
  (users_name_text(firstname, lastname, business_name, company_name) gin_trgm_ops);

-- The users of whose names one word or more is nearly one of these, best first. A letter that is missing in the middle of a
-- word of six leaves little more than half of its trigrams in one piece.
CREATE FUNCTION users_named_nearly(words text[], most int) RETURNS TABLE (id int, likeness float8)
  LANGUAGE plpgsql STABLE ROWS 8 SET pg_trgm.word_similarity_threshold = 0.5 AS $$
BEGIN
  RETURN QUERY
    SELECT u.id, sum(word_similarity(w.word, users_name_text(u.firstname, u.lastname, u.business_name, u.company_name)))::float8 AS sum
    FROM unnest(words) AS w (word)
    JOIN users u ON users_name_text(u.firstname, u.lastname, u.business_name, u.company_name) %> w.word
    GROUP BY u.id ORDER BY sum DESC, u.id LIMIT most;
END $$;
