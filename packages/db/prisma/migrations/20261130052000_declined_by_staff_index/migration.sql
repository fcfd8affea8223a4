-- Declines by staff, from which the clock of the adverse action notice runs.
CREATE INDEX CONCURRENTLY application_declined_at ON application (declined_at) WHERE declined_at IS NOT NULL;
