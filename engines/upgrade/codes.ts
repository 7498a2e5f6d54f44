/** How far the upgrade of a pile has come. */
export const pushStat = {
  /** Its stage of the campaign has not begun. */
  waiting: 0,
  /** Waits until the pile is online and no gun is busy. */
  scheduled: 1,
  pushed: 2,
  downloading: 3,
  downloaded: 4,
  installing: 5,
  ended: 6,
} as const;
export type PushStat = (typeof pushStat)[keyof typeof pushStat];

export const updateResult = { success: 1, failure: 2, cancelled: 3 } as const;
export type UpdateResult = (typeof updateResult)[keyof typeof updateResult];

export const upgradeFailure = {
  /** The pile refused the command. */
  refused: 1,
  /** The command was not sent, because the process or the connection ended before. */
  unsent: 2,
  downloadFailed: 3,
  signatureWrong: 4,
  installFailed: 5,
  /** The pile came back and reported another version. */
  otherVersion: 6,
  /** No result within the deadline. */
  overdue: 7,
  /** The pile was never online and idle. */
  neverIdle: 8,
} as const;
export type UpgradeFailure = (typeof upgradeFailure)[keyof typeof upgradeFailure];

export const campaignStat = { awaitingApproval: 0, running: 1, halted: 2, finished: 3, cancelled: 4 } as const;

export const upgradeType = { now: 1, scheduled: 2 } as const;
