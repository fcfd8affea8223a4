-- What a start or a reset of payment automation locks. A value of an enum can be used once the migration that added it is over.
INSERT INTO job_control (kind) VALUES ('AUTOMATION');
