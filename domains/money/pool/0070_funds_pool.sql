-- Names each move of money into or out of a funds pool: the key of its booking. A customer may switch the pool on, off and on again, and a
-- wallet may be emptied twice by the same cause, so nothing that exists before the move could name it.
CREATE SEQUENCE funds_pool_move_id;
GRANT USAGE ON SEQUENCE funds_pool_move_id TO chargeops_app, chargeops_system;
