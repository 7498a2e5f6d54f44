-- What is known of a gun that charges without an order now says how its pile names the charge; those being watched begin anew.
SET LOCAL ROLE chargeops_system;
DELETE FROM gun_ghost;
RESET ROLE;
