-- The key of each booking that moves money into or out of a funds pool. A customer may switch the pool on, off and on again, and a wallet may be emptied
-- twice for the same cause, so nothing that exists before the move could be its key.
CREATE SEQUENCE funds_pool_move_id;
GRANT USAGE ON SEQUENCE funds_pool_move_id TO chargeops_app, chargeops_system;
