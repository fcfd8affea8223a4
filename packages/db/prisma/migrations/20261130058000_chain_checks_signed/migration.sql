-- The record of the nightly check is signed: one that the console did not write does not count as a check.
ALTER TABLE chain_check ADD COLUMN key_id text, ADD COLUMN mac bytea;

-- How many heads of the chains lie among the files, and which is the newest. A head that is taken away is missed.
CREATE TABLE chain_head_count (
  id integer PRIMARY KEY CONSTRAINT chain_head_count_is_one CHECK (id = 1),
  heads bigint NOT NULL,
  newest text NOT NULL,
  key_id text NOT NULL,
  mac bytea NOT NULL
);
