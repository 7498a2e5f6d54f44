/** Every bound of the order engine. Instants and spans in milliseconds, energy in 0.1 Wh, money in minor units. */

/** A start command must not be valid for longer than this. */
export const START_DEADLINE_MAX_MS = 60_000;
/** How long the start result may take after the pile accepted the start (cable lock, insulation test, handshake). */
export const START_RESULT_WAIT_MS = 90_000;
/** How long a pile that starts before its gun is plugged in waits for the plug, when the pile has not reported a time of its own. */
export const PLUG_WAIT_DEFAULT_MS = 60_000;
/** Maximum wait for the plug, because the gun and the customer's money are reserved meanwhile. */
export const PLUG_WAIT_MAX_MS = 10 * 60_000;
/** How often the gun of an unanswered start is looked at. */
export const START_DOUBT_MS = 3 * 60_000;
/** An unanswered start of which nothing was heard is given up after this time at the latest. */
export const START_UNANSWERED_MS = 24 * 3_600_000;
export const UNPAID_TIMEOUT_MS = 15 * 60_000;
/** A reservation whose gun is taken by another order looks again after this time. */
export const GUN_FREE_AGAIN_MS = 30_000;

export const STOP_RESEND_MS = 5_000;
/** A stop that the pile has not obeyed after this time is resent at the slower pace. */
export const STOP_SLOW_AFTER_MS = 10 * 60_000;
export const STOP_SLOW_RESEND_MS = 60_000;
/** A stop is resent for at most this time; an operator was alerted long before. */
export const STOP_KEEP_MS = 48 * 3_600_000;
/** A stop without confirmation after this time alerts an operator; resending continues. */
export const STOP_UNCONFIRMED_MS = 60_000;
/** If current still flows this long after the confirmation, the stop has had no effect. */
export const STOP_EFFECT_MS = 30_000;

/** The end record is due within this time after the gun came to rest with the car still plugged in. */
export const END_MISSING_MS = 10 * 60_000;
/** The end record is due within this shorter time when the gun is free or its pile has rebooted, because no more energy can flow. */
export const END_MISSING_FREE_MS = 30_000;
/** A sample this soon after the gun came to rest is the last of its charge, not evidence that the charge goes on. */
export const LAST_SAMPLE_MS = 5_000;
export const OFFLINE_MAX_MS = 48 * 3_600_000;
/** A charging gun reports more often than this; older values are shown as stale. */
export const STALE_MS = 10 * 60_000;
/** An order may not be ended by hand while its gun reported charging within this. */
export const MANUAL_END_QUIET_MS = 5 * 60_000;
/** The 48 half-hour slots carry no date, so an order is cut before they would repeat. */
export const SESSION_MAX_MS = 24 * 3_600_000 - 10 * 60_000;

export const CLOCK_OFF_MS = 5 * 60_000;
/** No pile stores unsent messages for longer, so an older instant comes from a clock that was never set. */
export const STORED_MAX_MS = 90 * 24 * 3_600_000;
/** Protocol instants are whole seconds, so a duration can be short by almost this. */
export const INSTANT_GRAIN_MS = 1_000;
/** Maximum energy, in percent of rated power times duration. */
export const ENERGY_BOUND_PERCENT = 105n;
/** Energy values that differ by at most this (0.01 kWh) count as equal. */
export const ENERGY_TOLERANCE_DWH = 100;
/** The sum of parts may differ from the total by one unit, or by this share of the total in parts per thousand. */
export const PARTS_TOLERANCE_DWH = 1;
export const PARTS_TOLERANCE_PERMILLE = 1;
/** A smaller current is measurement noise: 1 A. */
export const FLOW_MIN_CURRENT_DA = 10;

/** Piles report amounts with this many decimals of the main unit. */
export const DEVICE_AMOUNT_DIGITS = 4;
/** Amounts of pile and platform agree when they differ by at most one minor unit or this share. */
export const AMOUNT_TOLERANCE_PERMILLE = 5n;
/** A manual settlement above this percentage of the recomputed amount needs a second person. */
export const MANUAL_SETTLE_MAX_PERCENT = 110n;

/** The smallest hold for an order without a limit of its own. */
export const HOLD_MIN_CENTS = 100n;
