/** What goes wrong on demand. Each fault happens once, in the sequence in which it was asked for. */

/**
 * `error`: a status of 500 before anything was done. `lostAnswer`: the work is done and the connection is cut. `hang`: the work is done and no answer
 * comes. `unsigned`, `probe`, `forged`: the work is done and the answer's signature is missing, wrong on purpose, or of another key. `busy`: too many
 * calls.
 */
export type CallFault = 'error' | 'lostAnswer' | 'hang' | 'unsigned' | 'probe' | 'forged' | 'busy';
/** What becomes of a notification: `twice` sends two, `late` waits, `wrongAmount` names another amount under a right signature. */
export type NotificationFault = 'lost' | 'twice' | 'late' | 'forged' | 'stale' | 'probe' | 'wrongAmount';

/** What is wrong with the payments of a bill, one after the other; unlike the others, it lasts until it is replaced. */
export type BillFault = 'lost' | 'doubled' | 'added' | 'changed';

export interface Misbehaviour {
  readonly calls: CallFault[];
  readonly notifications: NotificationFault[];
  bills: readonly BillFault[];
}

export const callFaults: readonly CallFault[] = ['error', 'lostAnswer', 'hang', 'unsigned', 'probe', 'forged', 'busy'];
export const notificationFaults: readonly NotificationFault[] = ['lost', 'twice', 'late', 'forged', 'stale', 'probe', 'wrongAmount'];
export const billFaults: readonly BillFault[] = ['lost', 'doubled', 'added', 'changed'];
