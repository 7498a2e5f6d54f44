-- A refund or a settlement by staff of an agent gives coupons of the tenant back, which this staff cannot list. Row security of these two tables is by
-- tenant, as that of points; what an agent is shown is the scope of the queries.
DROP POLICY agent ON coupon;
DROP POLICY agent ON coupon_receive;
