ALTER TABLE business VALIDATE CONSTRAINT business_status_known;
