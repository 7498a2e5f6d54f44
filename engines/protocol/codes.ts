/** Numeric result codes between piles and platform, for every protocol. */

export const genericResult = { success: 0, failure: 1 } as const;

/** How a pile must connect: with its password or proof alone, or over TLS as well. The numbers are those of OCPP's security profiles. */
export const securityProfile = { basic: 1, tls: 2 } as const;

export const loginResult = { success: 0, tooFrequent: 1, unknownDevice: 2, disabled: 3, gunCountMismatch: 4, pileTypeMismatch: 5 } as const;

export const accountResult = {
  success: 0,
  unknownAccount: 1,
  insufficient: 2,
  lockedByErrors: 3,
  wrongPassword: 4,
  disabled: 5,
  reserved: 6,
  locked: 7,
  charging: 8,
  upgrading: 9,
  offline: 10,
  fault: 11,
  other: 153,
} as const;
/** Results of a start request: all results of an account query, and the obstacles to the start itself. */
export const startRequestResult = { ...accountResult, notPlugged: 12, creationFailed: 13, unknownPile: 14 } as const;

/** Start results reported by a pile. Vehicle and pile faults, 161 to 213, have texts only: all of them are failures. */
export const startResult = { success: 0, unknown: 1, cancelled: 2, emergencyStop: 3 } as const;
const FAULTS_FROM = 161;
/** Whether a fault prevented the start, 161 to 213, and not a person. */
export const isFailedStart = (result: number): boolean => result >= FAULTS_FROM;

/** The pile's result of a command. */
export const commandResult = { success: 0, failure: 1, exists: 2, notExist: 3 } as const;
export type CommandResultCode = (typeof commandResult)[keyof typeof commandResult];
/** Results by which a pile says that it has what it was sent. */
export const acceptedResults: readonly number[] = [commandResult.success, commandResult.exists];

/** Whether an order record was stored; a pile repeats the record until it is. */
export const recordResult = { stored: 0, later: 1 } as const;

/** How a customer identifies for charging. */
/** What command 1009 does with the white list of a pile. */
export const listAction = { replace: 0, add: 1, remove: 2, report: 3 } as const;

export const accountType = { none: 0, card: 1, vin: 2, password: 3, phoneUser: 4 } as const;
export type AccountType = (typeof accountType)[keyof typeof accountType];

export const encryptionMode = { none: 0, aes: 1 } as const;
export type EncryptionMode = (typeof encryptionMode)[keyof typeof encryptionMode];

/** The two variants of the native protocol, by the version byte of their frames: JSON records (v1.0), and typed messages. */
export const nativeVersion = { records: 0x10, typed: 0x20 } as const;
export type NativeVersion = (typeof nativeVersion)[keyof typeof nativeVersion];

/** The records of v1.0 piles: 9001 to 9005. */
export const v10Record = { status: 1, start: 2, end: 3, order: 4, abnormal: 5 } as const;
export type V10Record = (typeof v10Record)[keyof typeof v10Record];
export const recordOfType = {
  '9001': v10Record.status,
  '9002': v10Record.start,
  '9003': v10Record.end,
  '9004': v10Record.order,
  '9005': v10Record.abnormal,
} as const;

/** The status of a command of the platform, as a v1.0 command carries it. */
export const v10CommandStat = { notExecuted: 0, running: 1, completed: 2 } as const;
