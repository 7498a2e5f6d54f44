-- What piles and gateways said is never changed; whole days are dropped.
REVOKE UPDATE, DELETE ON message_log FROM chargeops_system;
