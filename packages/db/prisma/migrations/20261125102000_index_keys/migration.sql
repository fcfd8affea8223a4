-- While INDEX_KEY changes: what each blind index is under the new key. `tag` names that key: the first bytes of its proof.
CREATE TABLE "index_mapping" (
    "former" BYTEA NOT NULL,
    "current" BYTEA NOT NULL,
    "tag" BYTEA NOT NULL,

    CONSTRAINT "index_mapping_pkey" PRIMARY KEY ("former")
);

-- All blind indexes of a database are under one key, the one that is proven in key_canary. A process that has two keys writes
-- the indexes under both, each behind the tag of its key (4 + 16 + 4 + 16 bytes), and the one in use is kept. One that was read
-- before the keys were switched and is written after it is kept as it is under the new key. Both wait for a switch under way.
CREATE FUNCTION index_in_use(written bytea) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE active bytea; mapped index_mapping;
BEGIN
  IF octet_length(written) = 40 THEN
    SELECT substring(proof FROM 1 FOR 4) INTO active FROM key_canary WHERE key = 'INDEX_KEY' FOR SHARE;
    RETURN CASE WHEN substring(written FROM 21 FOR 4) = active THEN substring(written FROM 25 FOR 16)
      ELSE substring(written FROM 5 FOR 16) END;
  END IF;
  SELECT * INTO mapped FROM index_mapping WHERE former = written;
  IF NOT FOUND THEN RETURN written; END IF;
  SELECT substring(proof FROM 1 FOR 4) INTO active FROM key_canary WHERE key = 'INDEX_KEY' FOR SHARE;
  RETURN CASE WHEN active = mapped.tag THEN mapped.current ELSE written END;
END $$;

CREATE FUNCTION users_index_in_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.ssn_index := index_in_use(NEW.ssn_index);
  NEW.ein_index := index_in_use(NEW.ein_index);
  RETURN NEW;
END $$;
CREATE TRIGGER users_index_in_use BEFORE INSERT OR UPDATE OF ssn_index, ein_index ON users
  FOR EACH ROW WHEN (NEW.ssn_index IS NOT NULL OR NEW.ein_index IS NOT NULL) EXECUTE FUNCTION users_index_in_use();

CREATE FUNCTION number_index_in_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.number_index := index_in_use(NEW.number_index);
  RETURN NEW;
END $$;
CREATE TRIGGER bank_account_index_in_use BEFORE INSERT OR UPDATE OF number_index ON bank_account
  FOR EACH ROW EXECUTE FUNCTION number_index_in_use();
CREATE TRIGGER debit_cure_number_index_in_use BEFORE INSERT ON debit_cure
  FOR EACH ROW WHEN (NEW.number_index IS NOT NULL) EXECUTE FUNCTION number_index_in_use();

CREATE FUNCTION token_index_in_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.token_index := index_in_use(NEW.token_index);
  RETURN NEW;
END $$;
CREATE TRIGGER card_index_in_use BEFORE INSERT OR UPDATE OF token_index ON card
  FOR EACH ROW EXECUTE FUNCTION token_index_in_use();
CREATE TRIGGER debit_cure_token_index_in_use BEFORE INSERT ON debit_cure
  FOR EACH ROW WHEN (NEW.token_index IS NOT NULL) EXECUTE FUNCTION token_index_in_use();
