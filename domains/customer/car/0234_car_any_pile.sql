-- Until now a car's type of piles limited nothing, and its form began with direct current, so that "direct current" says nothing of the car. Such a car would
-- now be refused at piles of alternating current. It charges at piles of all types; one that cannot use alternating current cannot be plugged in there.
SET LOCAL ROLE chargeops_system;
UPDATE car SET car_pile_type = 3 WHERE car_pile_type = 1;
