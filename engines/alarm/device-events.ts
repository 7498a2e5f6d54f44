import { flagReasons } from '../order/flags.ts';
import { deviceRefusals } from '../order/verdict.ts';
import { exceptionType, integrityCode, securityCode } from './codes.ts';
import type { ExceptionType } from './codes.ts';

export interface EventCode {
  readonly exceptionType: ExceptionType;
  readonly exceptionCode: number;
}

const integrity = (exceptionCode: number): EventCode => ({ exceptionType: exceptionType.integrity, exceptionCode });
const security = (exceptionCode: number): EventCode => ({ exceptionType: exceptionType.security, exceptionCode });

const byKind: ReadonlyMap<string, EventCode> = new Map<string, EventCode>([
  ...deviceRefusals.filter((refusal) => refusal.startsWith('record.')).map((refusal) => [refusal, integrity(integrityCode.refusedRecord)] as const),
  ...flagReasons.filter((flag) => flag !== 'endMissing').map((flag) => [flag, integrity(integrityCode.flaggedOrder)] as const),
  ['startRefused', integrity(integrityCode.refusedStart)],
  ['ghost', integrity(integrityCode.ghost)],
  ['adjustmentDue', integrity(integrityCode.adjustmentDue)],
  ['stoppedByOther', integrity(integrityCode.stoppedByOther)],
  ['wrongSecret', security(securityCode.wrongSecret)],
  ['duplicateIdentity', security(securityCode.duplicateIdentity)],
  ['downgrade', security(securityCode.downgrade)],
  ['loginReplayed', security(securityCode.loginReplayed)],
]);

/** The exception that a stored event of a device is; undefined for one that is none. Faults and missing end records are conditions and not events. */
export const eventCodeOf = (kind: string): EventCode | undefined => byKind.get(kind);
