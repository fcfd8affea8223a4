-- What lists are sorted by stands as people read it, whatever the locale of the database: ICU's root order.
ALTER TABLE users
  ALTER COLUMN firstname TYPE text COLLATE "und-x-icu",
  ALTER COLUMN lastname TYPE text COLLATE "und-x-icu",
  ALTER COLUMN email TYPE text COLLATE "und-x-icu",
  ALTER COLUMN phone TYPE text COLLATE "und-x-icu",
  ALTER COLUMN current_address TYPE text COLLATE "und-x-icu";
ALTER TABLE admin
  ALTER COLUMN full_name TYPE text COLLATE "und-x-icu",
  ALTER COLUMN email TYPE text COLLATE "und-x-icu";
ALTER TABLE partner ALTER COLUMN name TYPE text COLLATE "und-x-icu";
ALTER TABLE institution ALTER COLUMN name TYPE text COLLATE "und-x-icu";
