SET LOCAL ROLE ledger_owner;
-- The sealer moves its place and makes no other.
REVOKE INSERT, DELETE ON ledger.sealer FROM chargeops_system;
