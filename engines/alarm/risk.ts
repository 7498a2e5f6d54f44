/**
 * What it costs an hour that guns of one kind at a station are lost: section 6 of the reference on alarms. An estimate for the order in which people
 * attend to exceptions, and no amount that is booked.
 */

/** The same hour of the week in earlier weeks. */
export interface UsualHour {
  /** The guns that were occupied, one number for each week. */
  readonly occupied: readonly number[];
  /** Of the charges of those weeks at that hour: their energy in kWh and their hours, and what the operator earned with them in minor units. */
  readonly energyKwh: number;
  readonly chargeHours: number;
  readonly marginCents: number;
}

export interface LostGuns {
  readonly guns: number;
  readonly lost: number;
}

export interface HourlyLoss {
  /** Minor units an hour, not rounded. */
  readonly lossCents: number;
  /** Guns that are usually occupied. */
  readonly meanOccupied: number;
}

/** Drivers who leave although another gun is free. */
const LEAVING_SHARE = 0.1;

/** The loss an hour, on average of the given hours; undefined where nobody charged in any of them, so that nothing is known. */
export const hourlyLoss = ({ guns, lost }: LostGuns, hours: readonly UsualHour[]): HourlyLoss | undefined => {
  const known = hours.filter(({ occupied }) => occupied.length > 0);
  const energyKwh = sum(known.map((hour) => hour.energyKwh));
  const chargeHours = sum(known.map((hour) => hour.chargeHours));
  if (known.length === 0 || guns === 0 || energyKwh <= 0 || chargeHours <= 0) return undefined;
  const centsPerGunHour = sum(known.map((hour) => hour.marginCents)) / chargeHours;
  const free = guns - Math.min(lost, guns);
  const unserved = known.map(({ occupied }) => {
    const turnedAway = mean(occupied.map((demand) => Math.max(0, demand - free)));
    return turnedAway + (LEAVING_SHARE * mean(occupied) * Math.min(lost, guns)) / guns;
  });
  return { lossCents: centsPerGunHour * mean(unserved), meanOccupied: mean(known.map(({ occupied }) => mean(occupied))) };
};

/** Of an exception whose code has no history. */
export const USUAL_REPAIR_S = 4 * 3_600;
const REPAIR_MAX_S = 24 * 3_600;
const HOUR_S = 3_600;

/** Minor units that are at risk until the usual repair. */
export const riskCents = (lossCentsPerHour: number, repairS: number | null): number =>
  Math.round((lossCentsPerHour * Math.min(repairS ?? USUAL_REPAIR_S, REPAIR_MAX_S)) / HOUR_S);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
