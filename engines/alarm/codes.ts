/** Kinds of exceptions. The specification leaves the values open; these are ours (decision 0082). */
export const exceptionType = {
  pileFault: 1,
  gunFault: 2,
  startFailure: 3,
  faultStop: 4,
  offline: 5,
  bms: 6,
  integrity: 7,
  security: 8,
  power: 9,
  platform: 10,
  otherProtocol: 11,
  command: 12,
  driverReport: 13,
} as const;
export type ExceptionType = (typeof exceptionType)[keyof typeof exceptionType];

/** The code of a kind that has only one. */
export const ONLY_CODE = 1;

/** Codes of `integrity`: what is wrong with an order or its money. */
export const integrityCode = {
  refusedStart: 1,
  ghost: 2,
  refusedRecord: 3,
  adjustmentDue: 4,
  stoppedByOther: 5,
  flaggedOrder: 6,
  /** Conditions: an ended charge whose record does not come, and balances below the mark of their owner. */
  endMissing: 7,
  lowCustomer: 8,
  lowCard: 9,
  lowCar: 10,
  /** Events: a payment that is not what was asked for, and a refund that only a person can move. */
  paymentDiffers: 11,
  refundStuck: 12,
  /** Conditions of an account at a payment provider: its bill and our books differ, and its bill does not come. */
  billDiffers: 13,
  billMissing: 14,
  /** A condition of a gun: a prepayment of more than a day ago whose charge is not settled. */
  moneyHeld: 15,
} as const;

/** Codes of `platform`: what the platform itself cannot do. */
export const platformCode = {
  deadDelivery: 1,
  /** The exception that tests the chain of warnings every minute; nobody sees it. */
  selfTest: 2,
  /** Conditions of a partner's webhook: its receiver has not worked for an hour, and messages to it were given up. */
  webhookDown: 3,
  webhookGivenUp: 4,
} as const;

/** Codes of `command`: what the platform wants to be true at a pile and could not bring about. A parameter has `PARAMETER_CODE` plus its number. */
export const commandFailureCode = {
  stop: 1,
  setRateRule: 2,
  setWhiteList: 3,
  sendLocalList: 4,
  setPayQrCode: 5,
  setAuthorizationKey: 6,
  upgrade: 7,
  cancelReservation: 8,
  setPowerSchedule: 9,
} as const;
export const PARAMETER_CODE = 100;

/** Codes of `security`. */
export const securityCode = {
  wrongSecret: 1,
  duplicateIdentity: 2,
  downgrade: 3,
  loginReplayed: 4,
  criticalEvent: 5,
  /** A driver says that the code on a pile is not ours. */
  fakeCode: 6,
  /** Conditions of a tenant: an hour with as many codes for drivers as are allowed, and one whose codes hardly anybody used. */
  otpBudget: 7,
  otpUnused: 8,
} as const;

/** Codes of `driverReport`: what a driver found wrong at a gun. */
export const driverReportCode = { plug: 1, screen: 2, cable: 3, price: 4, blocked: 5, other: 6 } as const;

/** Codes of `power`: a site whose piles share its power, and guns that do not follow their limits. */
export const powerCode = {
  /** The site: its guns may together be drawing more than its limit. */
  limitPassed: 1,
  /** A gun was measured above every limit that could be in force. */
  disobeys: 2,
  /** A gun has not confirmed its limit, or refuses it. */
  unproven: 3,
  /** A gun charges while its pile hears nothing, by its offline limit. */
  byOfflineLimit: 4,
} as const;

/** 1: danger, or money is being lost. 2: a gun cannot be used. 3: degraded. 4: to be noted. */
export const exceptionLevel = { critical: 1, major: 2, minor: 3, notice: 4 } as const;
export type ExceptionLevel = (typeof exceptionLevel)[keyof typeof exceptionLevel];

/** -1: not recorded. 0: recorded, and nobody is told. 1: in use. */
export const exceptionConfStat = { notRecorded: -1, recordedOnly: 0, enabled: 1 } as const;

/** Whether a fault is still there and whether a person has dealt with it are two facts; `faultEndTime` says the first, and this the second. */
export const solveStat = { open: 0, acknowledged: 1, solved: 2, endedByItself: 3 } as const;

/** Why nobody is told of an exception: another one explains it. */
export const suppression = { pileOffline: 1, emergencyStop: 2, inputPower: 3, incident: 4, maintenance: 5 } as const;

/** How far an incident reaches: one station, the stations of an agent, or those of several agents of a tenant. */
export const incidentScope = { station: 1, agent: 2, network: 3 } as const;
export type IncidentScope = (typeof incidentScope)[keyof typeof incidentScope];

/** What the members of an incident have lost. */
export const incidentCause = { connection: 1, inputPower: 2 } as const;
