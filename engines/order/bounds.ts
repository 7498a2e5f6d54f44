/** Every bound of the order engine. Instants and spans in milliseconds, energy in 0.1 Wh, money in minor units. */

/** A start command may not live longer than this. */
export const START_DEADLINE_MAX_MS = 60_000;
/** After a start was accepted, how long its result may take (cable lock, insulation test, handshake). */
export const START_RESULT_WAIT_MS = 90_000;
/** A pile that starts before its gun is plugged in waits so long for the plug, when it has not said how long, */
export const PLUG_WAIT_DEFAULT_MS = 60_000;
/** and never longer than this: the gun and its party's money are bound meanwhile. */
export const PLUG_WAIT_MAX_MS = 10 * 60_000;
export const UNPAID_TIMEOUT_MS = 15 * 60_000;

export const STOP_RESEND_MS = 5_000;
/** A pile that has not obeyed by now is asked at this slower pace, */
export const STOP_SLOW_AFTER_MS = 10 * 60_000;
export const STOP_SLOW_RESEND_MS = 60_000;
/** and no longer than this: an operator was told long before. */
export const STOP_KEEP_MS = 48 * 3_600_000;
/** After this long without confirmation an operator is told; resending goes on. */
export const STOP_UNCONFIRMED_MS = 60_000;
/** A confirmed stop with current still flowing after this is no stop. */
export const STOP_EFFECT_MS = 30_000;

/** A gun at rest with its car still plugged in owes the end record within this; */
export const END_MISSING_MS = 10 * 60_000;
/** one that is free again, or whose pile has booted, within this: nothing more can flow. */
export const END_MISSING_FREE_MS = 30_000;
/** A sample this soon after the gun came to rest is the last of its charge, and no sign that it goes on. */
export const LAST_SAMPLE_MS = 5_000;
export const OFFLINE_MAX_MS = 48 * 3_600_000;
/** A live gun reports more often than this; older numbers are shown as stale. */
export const STALE_MS = 10 * 60_000;
/** An order may not be ended by hand while its gun reported charging within this. */
export const MANUAL_END_QUIET_MS = 5 * 60_000;
/** The 48 half-hour slots carry no date, so an order is cut before they would repeat. */
export const SESSION_MAX_MS = 24 * 3_600_000 - 10 * 60_000;

export const CLOCK_OFF_MS = 5 * 60_000;
/** No pile keeps what it has told nobody for longer: an older instant comes from a clock that was never set. */
export const STORED_MAX_MS = 90 * 24 * 3_600_000;
/** Instants on the wire are whole seconds: a duration can be short by almost this. */
export const INSTANT_GRAIN_MS = 1_000;
/** Energy may exceed rated power times duration by this much, percent of the whole. */
export const ENERGY_BOUND_PERCENT = 105n;
/** Two energy figures within this are the same figure: 0.01 kWh. */
export const ENERGY_TOLERANCE_DWH = 100;
/** Parts may miss their total by one unit, or by this share of it, in parts per thousand. */
export const PARTS_TOLERANCE_DWH = 1;
export const PARTS_TOLERANCE_PERMILLE = 1;
/** Less current than this is noise of the meter: 1 A. */
export const FLOW_MIN_CURRENT_DA = 10;

/** Piles tell amounts with this many decimals of the main unit. */
export const DEVICE_AMOUNT_DIGITS = 4;
/** Pile and platform amounts within one minor unit, or within this share, agree. */
export const AMOUNT_TOLERANCE_PERMILLE = 5n;
/** A manual settlement above this share of the recomputed amount needs a second person, percent. */
export const MANUAL_SETTLE_MAX_PERCENT = 110n;

/** The least worth holding for an order without a limit of its own. */
export const HOLD_MIN_CENTS = 100n;
