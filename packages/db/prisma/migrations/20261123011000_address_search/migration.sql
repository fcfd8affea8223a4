-- The users list is searched by the address it shows as well.
CREATE INDEX users_address_search ON users USING gin (current_address gin_trgm_ops);
