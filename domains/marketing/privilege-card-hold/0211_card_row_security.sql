-- A refund or a settlement by staff of an agent changes cards of the tenant, which this staff cannot list. Row security of these two tables is by tenant, as that
-- of coupons; what an agent is shown is the scope of the queries.
DROP POLICY agent ON privilege_card;
DROP POLICY agent ON privilege_card_hold;
