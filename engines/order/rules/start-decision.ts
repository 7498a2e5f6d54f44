import type { AccountResult } from '#engines/protocol/device.ts';
import { startRequestResult } from '../../protocol/codes.ts';
import { gunState, leftPluggedGunStates, pileState } from '../../pile/codes.ts';

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
  return { obstacle, result: obstacle === null ? startRequestResult.success : resultOf[obstacle] };
};

/** An account query asks the same of pile and account, and of the gun where it names one. Its table of results has no plug, no order and no unknown pile. */
export const decideAccount = (situation: StartSituation): StartDecision => {
  const gun = situation.gun === null ? null : gunObstacle(situation);
  const obstacle = pileObstacle(situation) ?? gun ?? accountObstacle(situation) ?? moneyObstacle(situation);
  const result = obstacle === null ? startRequestResult.success : resultOf[obstacle];
  return { obstacle, result: startsOnly.has(result) ? startRequestResult.other : result };
};

/** Results that only a start request has. */
const startsOnly: ReadonlySet<AccountResult> = new Set([
  startRequestResult.notPlugged,
  startRequestResult.creationFailed,
  startRequestResult.unknownPile,
]);

const told = startRequestResult;
const resultOf: Readonly<Record<StartObstacle, AccountResult>> = {
  'pile.unknown': told.unknownPile,
  'place.closed': told.disabled,
  'pile.disabled': told.disabled,
  'pile.upgrading': told.upgrading,
  'pile.offline': told.offline,
  'pile.fault': told.fault,
  'pile.noRatePolicy': told.creationFailed,
  'gun.unknown': told.unknownPile,
  'gun.disabled': told.disabled,
  'gun.fault': told.fault,
  'gun.reserved': told.reserved,
  'gun.starting': told.charging,
  'gun.charging': told.charging,
  'gun.notPlugged': told.notPlugged,
  'gun.mustReplug': told.notPlugged,
  'account.unknown': told.unknownAccount,
  'account.charging': told.charging,
  'account.lockedByErrors': told.lockedByErrors,
  'account.locked': told.locked,
  'account.wrongPassword': told.wrongPassword,
  'account.disabled': told.disabled,
  'account.notAdmittedHere': told.other,
  'money.otherCurrency': told.other,
  'money.owed': told.insufficient,
  'money.insufficient': told.insufficient,
};

const pileObstacle = ({ pile, hasBegun }: StartSituation): StartObstacle | null => {
  if (pile === null) return 'pile.unknown';
  if (!pile.isPlaceOpen) return 'place.closed';
  const byState: Readonly<Record<number, StartObstacle>> = {
    [pileState.disabled]: 'pile.disabled',
    [pileState.upgrading]: 'pile.upgrading',
    [pileState.offline]: 'pile.offline',
    [pileState.fault]: 'pile.fault',
  };
  const obstacle = hasBegun === true ? undefined : byState[pile.cpWorkStat];
  return obstacle ?? (pile.hasRatePolicy ? null : 'pile.noRatePolicy');
};

/** Of a start that has happened only people and orders can stand in the way: an operator, a reservation, a live order. */
const begunObstacle = (gun: NonNullable<StartSituation['gun']>): StartObstacle | null => {
  if (gun.isOutOfService) return 'gun.disabled';
  if (gun.reservedForParty || !gun.hasLiveOrder) return null;
  return byOverlay[gun.gunWorkStat] ?? 'gun.charging';
};
const byOverlay: Readonly<Record<number, StartObstacle>> = {
  [gunState.reserving]: 'gun.reserved',
  [gunState.reserved]: 'gun.reserved',
  [gunState.starting]: 'gun.starting',
};

const gunObstacle = ({ gun, mustBePlugged, hasBegun }: StartSituation): StartObstacle | null => {
  if (gun === null) return 'gun.unknown';
  if (hasBegun === true) return begunObstacle(gun);
  switch (gun.gunWorkStat) {
    case gunState.disabled:
      return 'gun.disabled';
    case gunState.reserving:
    case gunState.reserved:
      return gun.reservedForParty ? null : 'gun.reserved';
    case gunState.starting:
      return 'gun.starting';
    case gunState.charging:
      return 'gun.charging';
    case gunState.fault:
      return 'gun.fault';
    default:
      break;
  }
  if (gun.hasLiveOrder) return 'gun.charging';
  if (!mustBePlugged) return null;
  if (leftPluggedGunStates.includes(gun.gunWorkStat)) return 'gun.mustReplug';
  return gun.gunWorkStat === gunState.plugged || mustBePlugged === 'soon' ? null : 'gun.notPlugged';
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
