-- What the nightly job empties, found without reading the year of presses that have nothing to be emptied.
CREATE INDEX CONCURRENTLY "command_request_hash_kept" ON "command_request" ("created_at") WHERE input_hash <> ''::bytea;
