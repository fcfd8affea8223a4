-- A business that the verifier has stand in a word that is not known here is unknown, and is asked about like one in review.
ALTER TABLE business DROP CONSTRAINT business_status_known;
ALTER TABLE business ADD CONSTRAINT business_status_known CHECK (status IN (
  'open', 'pending', 'in_audit', 'in_review', 'approved', 'rejected', 'unknown', 'error', 'Failed To Send Request')) NOT VALID;
