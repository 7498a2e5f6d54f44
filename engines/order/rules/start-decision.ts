import type { AccountResult } from '#engines/protocol/device.ts';

/** What stands between a party and a start, as the shell found it. Money in minor units. */
export interface StartSituation {
  /** Null: no such pile. */
  readonly pile: {
    /** Pile work state 0 to 7 as shown. */
    readonly cpWorkStat: number;
    /** Its station, agent and tenant are all in service. */
    readonly isPlaceOpen: boolean;
    readonly hasRatePolicy: boolean;
    readonly currency: string;
  } | null;
  /** Null: no such gun. */
  readonly gun: {
    /** Gun work state 0 to 9 as shown. */
    readonly gunWorkStat: number;
    readonly reservedForParty: boolean;
    readonly hasLiveOrder: boolean;
    /** An operator has taken it, or its pile, out of service. */
    readonly isOutOfService: boolean;
  } | null;
  /** Energy is to flow now; false for a reservation or a payment ahead of plugging in. `soon`: the pile waits for the plug after the start. */
  readonly mustBePlugged: boolean | 'soon';
  /** The pile tells of a start that has happened: what pile and gun say of themselves is no obstacle to it. */
  readonly hasBegun?: boolean;
  /** Null: nobody recorded under that card, VIN, phone or account. */
  readonly account: {
    readonly isEnabled: boolean;
    /** Too many wrong passwords. */
    readonly isLockedByErrors: boolean;
    /** An operator keeps it locked. */
    readonly isLocked: boolean;
    /** Null: none was asked for. */
    readonly passwordMatches: boolean | null;
    /** May be used at this station and pile. */
    readonly isAdmittedHere: boolean;
    readonly hasLiveOrder: boolean;
    readonly currency: string;
    /** Balance less holds, or what was paid ahead. */
    readonly availableCents: bigint;
    /** What earlier bills left unpaid. */
    readonly owedCents: bigint;
  } | null;
  /** What a start must at least find: the pile's minimum, or the strategy's amount. */
  readonly neededCents: bigint;
}

export const startObstacles = [
  'pile.unknown',
  'place.closed',
  'pile.disabled',
  'pile.upgrading',
  'pile.offline',
  'pile.fault',
  'pile.noRatePolicy',
  'gun.unknown',
  'gun.disabled',
  'gun.fault',
  'gun.reserved',
  'gun.starting',
  'gun.charging',
  'gun.notPlugged',
  'gun.mustReplug',
  'account.unknown',
  'account.lockedByErrors',
  'account.locked',
  'account.wrongPassword',
  'account.charging',
  'account.disabled',
  'account.notAdmittedHere',
  'money.otherCurrency',
  'money.owed',
  'money.insufficient',
] as const;
export type StartObstacle = (typeof startObstacles)[number];

export interface StartDecision {
  /** Result of the specification's section 8 for an account query or a start request; 0 means yes. */
  readonly result: AccountResult;
  readonly obstacle: StartObstacle | null;
}

/** Row 1's guard. The first obstacle counts: pile, gun, party, account, money; so nothing about an account shows while the pile could not start anyway. */
export const decideStart = (situation: StartSituation): StartDecision => {
  const obstacle = pileObstacle(situation) ?? gunObstacle(situation) ?? accountObstacle(situation) ?? moneyObstacle(situation);
  return { obstacle, result: obstacle === null ? 0 : resultOf[obstacle] };
};

/** An account query asks the same of pile and account, and of the gun where it names one. Its table of results has no plug, no order and no unknown pile. */
export const decideAccount = (situation: StartSituation): StartDecision => {
  const gun = situation.gun === null ? null : gunObstacle(situation);
  const obstacle = pileObstacle(situation) ?? gun ?? accountObstacle(situation) ?? moneyObstacle(situation);
  const result = obstacle === null ? 0 : resultOf[obstacle];
  return { obstacle, result: startsOnly.has(result) ? OTHER : result };
};

const OTHER = 153;
/** Results that only a start request has. */
const startsOnly: ReadonlySet<AccountResult> = new Set([12, 13, 14]);

const resultOf: Readonly<Record<StartObstacle, AccountResult>> = {
  'pile.unknown': 14,
  'place.closed': 5,
  'pile.disabled': 5,
  'pile.upgrading': 9,
  'pile.offline': 10,
  'pile.fault': 11,
  'pile.noRatePolicy': 13,
  'gun.unknown': 14,
  'gun.disabled': 5,
  'gun.fault': 11,
  'gun.reserved': 6,
  'gun.starting': 8,
  'gun.charging': 8,
  'gun.notPlugged': 12,
  'gun.mustReplug': 12,
  'account.unknown': 1,
  'account.charging': 8,
  'account.lockedByErrors': 3,
  'account.locked': 7,
  'account.wrongPassword': 4,
  'account.disabled': 5,
  'account.notAdmittedHere': 153,
  'money.otherCurrency': 153,
  'money.owed': 2,
  'money.insufficient': 2,
};

const pileObstacle = ({ pile, hasBegun }: StartSituation): StartObstacle | null => {
  if (pile === null) return 'pile.unknown';
  if (!pile.isPlaceOpen) return 'place.closed';
  const byState: Readonly<Record<number, StartObstacle>> = { 0: 'pile.disabled', 3: 'pile.upgrading', 6: 'pile.offline', 7: 'pile.fault' };
  const obstacle = hasBegun === true ? undefined : byState[pile.cpWorkStat];
  return obstacle ?? (pile.hasRatePolicy ? null : 'pile.noRatePolicy');
};

/** Of a start that has happened only people and orders can stand in the way: an operator, a reservation, a live order. */
const begunObstacle = (gun: NonNullable<StartSituation['gun']>): StartObstacle | null => {
  if (gun.isOutOfService) return 'gun.disabled';
  if (gun.reservedForParty || !gun.hasLiveOrder) return null;
  return byOverlay[gun.gunWorkStat] ?? 'gun.charging';
};
const byOverlay: Readonly<Record<number, StartObstacle>> = { 1: 'gun.reserved', 4: 'gun.reserved', 5: 'gun.starting' };

const gunObstacle = ({ gun, mustBePlugged, hasBegun }: StartSituation): StartObstacle | null => {
  if (gun === null) return 'gun.unknown';
  if (hasBegun === true) return begunObstacle(gun);
  switch (gun.gunWorkStat) {
    case 0:
      return 'gun.disabled';
    case 1:
    case 4:
      return gun.reservedForParty ? null : 'gun.reserved';
    case 5:
      return 'gun.starting';
    case 6:
      return 'gun.charging';
    case 9:
      return 'gun.fault';
    default:
      break;
  }
  if (gun.hasLiveOrder) return 'gun.charging';
  if (!mustBePlugged) return null;
  if (gun.gunWorkStat === 7 || gun.gunWorkStat === 8) return 'gun.mustReplug';
  return gun.gunWorkStat === 3 || mustBePlugged === 'soon' ? null : 'gun.notPlugged';
};

const accountObstacle = ({ account }: StartSituation): StartObstacle | null => {
  if (account === null) return 'account.unknown';
  if (account.isLockedByErrors) return 'account.lockedByErrors';
  if (account.isLocked) return 'account.locked';
  if (account.passwordMatches === false) return 'account.wrongPassword';
  // What the account does is told to whom it belongs.
  if (account.hasLiveOrder) return 'account.charging';
  if (!account.isEnabled) return 'account.disabled';
  return account.isAdmittedHere ? null : 'account.notAdmittedHere';
};

const moneyObstacle = ({ pile, account, neededCents }: StartSituation): StartObstacle | null => {
  if (account === null) return null;
  if (pile !== null && pile.currency !== account.currency) return 'money.otherCurrency';
  // Money that would have to pay an earlier bill is not there for another.
  if (account.owedCents > 0n && account.availableCents - account.owedCents < neededCents) return 'money.owed';
  return account.availableCents < neededCents ? 'money.insufficient' : null;
};
