/** What piles and the platform answer each other in numbers, whatever protocol carries it (business-domain.md sections 8 and 9). */

export const genericResult = { success: 0, failure: 1 } as const;

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
/** Of a request to start: all that is said of an account, and what stands against the start itself. */
export const startRequestResult = { ...accountResult, notPlugged: 12, creationFailed: 13, unknownPile: 14 } as const;

/** What a pile tells of a start. Faults of the vehicle and the pile, 161 to 213, have words alone: all are failures. */
export const startResult = { success: 0, unknown: 1, cancelled: 2, emergencyStop: 3 } as const;

/** What a pile answers to a command. */
export const commandResult = { success: 0, failure: 1, exists: 2, notExist: 3 } as const;
export type CommandResultCode = (typeof commandResult)[keyof typeof commandResult];

/** Whether a record of an order is kept; a pile sends one again until it is. */
export const recordResult = { stored: 0, later: 1 } as const;

/** By what sign somebody wants to charge. */
export const accountType = { none: 0, card: 1, vin: 2, password: 3, phoneUser: 4 } as const;
export type AccountType = (typeof accountType)[keyof typeof accountType];

export const encryptionMode = { none: 0, aes: 1 } as const;
export type EncryptionMode = (typeof encryptionMode)[keyof typeof encryptionMode];
