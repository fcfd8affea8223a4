-- A database that lacks what is known outside of its audit and its ledger was set back.
ALTER TYPE "RecoveryReason" ADD VALUE 'LOST_WRITES';
