-- What a coupon of the payment took off the amount that the driver chose; order_amount is what was left to be paid.
ALTER TABLE prepaid_order ADD COLUMN coupon_credit bigint NOT NULL DEFAULT 0 CHECK (coupon_credit >= 0);
