import type { AccountResult } from '#engines/protocol/device.ts';
import { startRequestResult } from '../../protocol/codes.ts';
import { gunState, leftPluggedGunStates, pileState } from '../../pile/codes.ts';

/** The conditions of a start, as the caller found them. Money in minor units. */
export interface StartSituation {
  /** Null when the pile does not exist. */
  readonly pile: {
    /** Pile work state 0 to 7 as shown. */
    readonly cpWorkStat: number;
    /** Whether its station, agent and tenant are all in service. */
    readonly isPlaceOpen: boolean;
    readonly hasRatePolicy: boolean;
    readonly currency: string;
  } | null;
  /** Null when the gun does not exist. */
  readonly gun: {
    /** Gun work state 0 to 9 as shown. */
    readonly gunWorkStat: number;
    readonly reservedForParty: boolean;
    /** It is about to be kept for somebody else, so that a charge would collide with the reservation. */
    readonly isReservedSoon?: boolean;
    readonly hasLiveOrder: boolean;
    /** Whether an operator has taken the gun or its pile out of service. */
    readonly isOutOfService: boolean;
  } | null;
  /** Whether energy is to flow now; false for a reservation or a payment before plugging in. `soon`: the pile waits for the plug after the start. */
  readonly mustBePlugged: boolean | 'soon';
  /** The pile reports a start that has already happened, so the reported states of pile and gun do not prevent it. */
  readonly hasBegun?: boolean;
  /** Null when no account is registered under that card, VIN, phone or account. */
  readonly account: {
    readonly isEnabled: boolean;
    /** Too many wrong passwords. */
    readonly isLockedByErrors: boolean;
    /** Whether an operator has locked the account. */
    readonly isLocked: boolean;
    /** Null when no password was required. */
    readonly passwordMatches: boolean | null;
    /** Whether the account may be used at this station and pile. */
    readonly isAdmittedHere: boolean;
    readonly hasLiveOrder: boolean;
    readonly currency: string;
    /** Balance minus holds, or the prepaid amount. */
    readonly availableCents: bigint;
    /** Unpaid amount of earlier bills. */
    readonly owedCents: bigint;
  } | null;
  /** The strategy charges by the account of a car, and the payer is not the car at this gun. */
  readonly lacksCar?: boolean;
  /** The minimum balance for a start: the pile's minimum, or the strategy's amount. */
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
  'account.noCar',
  'money.otherCurrency',
  'money.owed',
  'money.insufficient',
] as const;
export type StartObstacle = (typeof startObstacles)[number];

export interface StartDecision {
  /** Result code of an account query or a start request; 0 means yes. */
  readonly result: AccountResult;
  readonly obstacle: StartObstacle | null;
}

/**
 * The guard of transition row 1. The first obstacle counts, in the order pile, gun, party, account, money, so that nothing about an
 * account is revealed while the pile could not start anyway.
 */
export const decideStart = (situation: StartSituation): StartDecision => {
  const obstacle = pileObstacle(situation) ?? gunObstacle(situation) ?? accountObstacle(situation) ?? moneyObstacle(situation);
  return { obstacle, result: obstacle === null ? startRequestResult.success : resultOf[obstacle] };
};

/**
 * An account query makes the same checks of pile and account, and of the gun where it names one. Its result codes do not cover a
 * missing plug, a failed order or an unknown pile.
 */
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

const resultCode = startRequestResult;
const resultOf: Readonly<Record<StartObstacle, AccountResult>> = {
  'pile.unknown': resultCode.unknownPile,
  'place.closed': resultCode.disabled,
  'pile.disabled': resultCode.disabled,
  'pile.upgrading': resultCode.upgrading,
  'pile.offline': resultCode.offline,
  'pile.fault': resultCode.fault,
  'pile.noRatePolicy': resultCode.creationFailed,
  'gun.unknown': resultCode.unknownPile,
  'gun.disabled': resultCode.disabled,
  'gun.fault': resultCode.fault,
  'gun.reserved': resultCode.reserved,
  'gun.starting': resultCode.charging,
  'gun.charging': resultCode.charging,
  'gun.notPlugged': resultCode.notPlugged,
  'gun.mustReplug': resultCode.notPlugged,
  'account.unknown': resultCode.unknownAccount,
  'account.charging': resultCode.charging,
  'account.lockedByErrors': resultCode.lockedByErrors,
  'account.locked': resultCode.locked,
  'account.wrongPassword': resultCode.wrongPassword,
  'account.disabled': resultCode.disabled,
  'account.notAdmittedHere': resultCode.other,
  'account.noCar': resultCode.creationFailed,
  'money.otherCurrency': resultCode.other,
  'money.owed': resultCode.insufficient,
  'money.insufficient': resultCode.insufficient,
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

/** Only people and orders can prevent a start that has happened: an operator, a reservation, a live order. */
const begunObstacle = (gun: NonNullable<StartSituation['gun']>): StartObstacle | null => {
  if (gun.isOutOfService) return 'gun.disabled';
  if (gun.isReservedSoon === true) return 'gun.reserved';
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
  if (gun.isReservedSoon === true) return 'gun.reserved';
  if (!mustBePlugged) return null;
  if (leftPluggedGunStates.includes(gun.gunWorkStat)) return 'gun.mustReplug';
  return gun.gunWorkStat === gunState.plugged || mustBePlugged === 'soon' ? null : 'gun.notPlugged';
};

const accountObstacle = ({ account, lacksCar }: StartSituation): StartObstacle | null => {
  if (account === null) return 'account.unknown';
  if (account.isLockedByErrors) return 'account.lockedByErrors';
  if (account.isLocked) return 'account.locked';
  if (account.passwordMatches === false) return 'account.wrongPassword';
  // Checked after the password, so that only the owner learns that the account is charging.
  if (account.hasLiveOrder) return 'account.charging';
  if (!account.isEnabled) return 'account.disabled';
  if (!account.isAdmittedHere) return 'account.notAdmittedHere';
  return lacksCar === true ? 'account.noCar' : null;
};

const moneyObstacle = ({ pile, account, neededCents }: StartSituation): StartObstacle | null => {
  if (account === null) return null;
  if (pile !== null && pile.currency !== account.currency) return 'money.otherCurrency';
  // Money that is needed for an earlier bill is not available for a new order.
  if (account.owedCents > 0n && account.availableCents - account.owedCents < neededCents) return 'money.owed';
  return account.availableCents < neededCents ? 'money.insufficient' : null;
};
