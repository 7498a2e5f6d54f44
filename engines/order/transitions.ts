import { orderState, type OrderState } from './codes.ts';

export type Actor = 'user' | 'device' | 'operator' | 'system' | 'timer' | 'worker' | 'payment';

/** One row of the table of transitions. `null` means that no order exists yet. */
export interface Transition {
  readonly row: number;
  readonly from: readonly (OrderState | null)[];
  /** `same` leaves the state unchanged. */
  readonly to: OrderState | 'same';
  readonly event: string;
  readonly actors: readonly Actor[];
}

const { initial, reserving, charging, ended, settled, refunded, starting, abnormal } = orderState;

/**
 * Which displayed state may follow which, and who causes it. The database guard is generated from `transitionPairs`. In row 21 an
 * offline, orphan or ghost order begins in the state that its first facts give it.
 */
export const transitions: readonly Transition[] = [
  { row: 1, from: [null], to: initial, event: 'create', actors: ['user', 'device', 'operator'] },
  { row: 2, from: [initial], to: reserving, event: 'reservation confirmed', actors: ['user'] },
  { row: 3, from: [reserving], to: starting, event: 'arrival within the window', actors: ['user', 'device'] },
  { row: 4, from: [reserving], to: ended, event: 'reservation cancelled or expired', actors: ['user', 'operator', 'timer'] },
  { row: 5, from: [initial], to: starting, event: 'start command stored', actors: ['system'] },
  { row: 6, from: [initial], to: ended, event: 'cancelled or unpaid', actors: ['user', 'timer'] },
  { row: 7, from: [starting], to: charging, event: 'start confirmed', actors: ['device'] },
  { row: 8, from: [starting, abnormal], to: ended, event: 'start failed, never sent or never plugged in', actors: ['device', 'system', 'timer'] },
  { row: 9, from: [starting], to: abnormal, event: 'no answer at the deadline', actors: ['timer', 'device'] },
  { row: 10, from: [charging], to: 'same', event: 'charging sample', actors: ['device'] },
  { row: 11, from: [charging, starting, abnormal], to: 'same', event: 'stop requested', actors: ['user', 'operator', 'system', 'device', 'timer'] },
  { row: 12, from: [initial, reserving, starting, charging, abnormal], to: ended, event: 'end record', actors: ['device'] },
  { row: 13, from: [charging], to: abnormal, event: 'end missing or contradiction', actors: ['timer', 'device'] },
  { row: 14, from: [charging, starting, abnormal], to: ended, event: 'manual end', actors: ['operator'] },
  { row: 15, from: [ended], to: settled, event: 'settle', actors: ['worker', 'operator'] },
  { row: 16, from: [ended], to: abnormal, event: 'settle refused or contradiction', actors: ['worker', 'device'] },
  { row: 17, from: [abnormal], to: settled, event: 'manual settle', actors: ['operator'] },
  { row: 18, from: [abnormal], to: charging, event: 'evidence of charging', actors: ['device'] },
  { row: 19, from: [settled], to: refunded, event: 'last intended refund succeeded', actors: ['payment', 'operator'] },
  { row: 20, from: [settled, refunded], to: 'same', event: 'soft delete', actors: ['operator'] },
  { row: 21, from: [null], to: ended, event: 'offline record', actors: ['device'] },
  { row: 21, from: [null], to: abnormal, event: 'orphan or ghost', actors: ['device', 'timer'] },
];

export interface StatePair {
  readonly from: OrderState | null;
  readonly to: OrderState;
}

/** Every allowed change of the displayed state, once. */
export const transitionPairs = (): readonly StatePair[] => {
  const pairs = new Map<string, StatePair>();
  for (const { from: sources, to } of transitions) {
    if (to === 'same') continue;
    for (const from of sources) pairs.set(`${from}>${to}`, { from, to });
  }
  return [...pairs.values()];
};

const allowed = new Set(transitionPairs().map(({ from, to }) => `${from}>${to}`));

/** Whether the displayed state may go from one to the other in one step; staying is always allowed. */
export const isAllowed = (from: OrderState | null, to: OrderState): boolean => from === to || allowed.has(`${from}>${to}`);
