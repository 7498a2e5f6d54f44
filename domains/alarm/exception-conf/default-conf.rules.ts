import {
  commandFailureCode,
  exceptionConfStat,
  exceptionLevel,
  exceptionType,
  integrityCode,
  powerCode,
  securityCode,
} from '#engines/alarm/codes.ts';
import { isDangerous } from '#engines/alarm/danger.ts';
import type { ExceptionLevel } from '#engines/alarm/codes.ts';

/** What applies to a kind and code. Delays are seconds. */
export interface ConfValues {
  readonly exceptionLevel: number;
  readonly exceptionConfStat: number;
  readonly isWarning: number;
  readonly onDelay: number;
  readonly offDelay: number;
  readonly flapLimit: number;
  readonly isOutage: number;
}

const majorSecurity: ReadonlySet<number> = new Set([
  securityCode.criticalEvent,
  securityCode.loginReplayed,
  securityCode.otpBudget,
  securityCode.otpUnused,
]);
const lowBalances: ReadonlySet<number> = new Set([integrityCode.lowCustomer, integrityCode.lowCard, integrityCode.lowCar]);
/** A hot pile cools down and heats up slowly. */
const TEMPERATURE_CODE = 9;

const FLAP_LIMIT = 5;
const OFF_DELAY_S = 60;
const COMMUNICATION_DELAY_S = 30;
const TEMPERATURE_DELAY_S = 60;
const OFFLINE_DELAY_S = 120;

const levelOf = (type: number, code: number): ExceptionLevel => {
  switch (type) {
    case exceptionType.pileFault:
      return isDangerous(type, code) ? exceptionLevel.critical : exceptionLevel.major;
    case exceptionType.faultStop:
      return isDangerous(type, code) ? exceptionLevel.critical : exceptionLevel.minor;
    case exceptionType.gunFault:
    case exceptionType.offline:
    case exceptionType.platform:
      return exceptionLevel.major;
    case exceptionType.integrity:
      return lowBalances.has(code) ? exceptionLevel.minor : exceptionLevel.major;
    case exceptionType.command:
      return code === commandFailureCode.stop ? exceptionLevel.major : exceptionLevel.minor;
    case exceptionType.power:
      return code === powerCode.limitPassed || code === powerCode.disobeys ? exceptionLevel.major : exceptionLevel.minor;
    case exceptionType.security:
      if (code === securityCode.fakeCode) return exceptionLevel.critical;
      return majorSecurity.has(code) ? exceptionLevel.major : exceptionLevel.minor;
    default:
      return exceptionLevel.minor;
  }
};

const onDelayOf = (type: number, code: number): number => {
  if (type === exceptionType.offline) return OFFLINE_DELAY_S;
  if (levelOf(type, code) === exceptionLevel.critical && code !== TEMPERATURE_CODE) return 0;
  if (type === exceptionType.pileFault && code === TEMPERATURE_CODE) return TEMPERATURE_DELAY_S;
  const isOftenShort = type === exceptionType.pileFault || type === exceptionType.gunFault || type === exceptionType.command;
  return isOftenShort ? COMMUNICATION_DELAY_S : 0;
};

/** The configuration of a code before anybody has set one. A code without a name is recorded as a minor one, and nobody is told. */
export const defaultConf = (type: number, code: number, isNamed: boolean): ConfValues => ({
  exceptionLevel: isNamed ? levelOf(type, code) : exceptionLevel.minor,
  exceptionConfStat: exceptionConfStat.enabled,
  isWarning: isNamed ? 1 : 0,
  onDelay: isNamed ? onDelayOf(type, code) : COMMUNICATION_DELAY_S,
  offDelay: OFF_DELAY_S,
  flapLimit: FLAP_LIMIT,
  isOutage: type === exceptionType.pileFault || type === exceptionType.gunFault || type === exceptionType.offline ? 1 : 0,
});
