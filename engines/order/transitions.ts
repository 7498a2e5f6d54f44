import type { OrderState } from './codes.ts';

export type Actor = 'user' | 'device' | 'operator' | 'system' | 'timer' | 'worker' | 'payment';

/** One row of the table of transitions (states.md 4.2). `null` stands for no order yet. */
export interface Transition {
  readonly row: number;
  readonly from: readonly (OrderState | null)[];
  /** `same` keeps whatever state it was. */
  readonly to: OrderState | 'same';
  readonly event: string;
  readonly who: readonly Actor[];
}

/**
 * Which displayed state may follow which, and who causes it. The database guard is generated from `transitionPairs`. Row 21
 * is ours: an offline, orphan or ghost order begins where its first facts put it.
 */
export const transitions: readonly Transition[] = [
  { row: 1, from: [null], to: 0, event: 'create', who: ['user', 'device', 'operator'] },
  { row: 2, from: [0], to: 1, event: 'reservation confirmed', who: ['user'] },
  { row: 3, from: [1], to: 6, event: 'arrival within the window', who: ['user', 'device'] },
  { row: 4, from: [1], to: 3, event: 'reservation cancelled or expired', who: ['user', 'operator', 'timer'] },
  { row: 5, from: [0], to: 6, event: 'start command stored', who: ['system'] },
  { row: 6, from: [0], to: 3, event: 'cancelled or unpaid', who: ['user', 'timer'] },
  { row: 7, from: [6], to: 2, event: 'start confirmed', who: ['device'] },
  { row: 8, from: [6, 9], to: 3, event: 'start failed, never sent or never plugged in', who: ['device', 'system', 'timer'] },
  { row: 9, from: [6], to: 9, event: 'no answer at the deadline', who: ['timer', 'device'] },
  { row: 10, from: [2], to: 'same', event: 'charging sample', who: ['device'] },
  { row: 11, from: [2, 6, 9], to: 'same', event: 'stop requested', who: ['user', 'operator', 'system', 'device', 'timer'] },
  { row: 12, from: [0, 1, 6, 2, 9], to: 3, event: 'end record', who: ['device'] },
  { row: 13, from: [2], to: 9, event: 'end missing or contradiction', who: ['timer', 'device'] },
  { row: 14, from: [2, 6, 9], to: 3, event: 'manual end', who: ['operator'] },
  { row: 15, from: [3], to: 4, event: 'settle', who: ['worker', 'operator'] },
  { row: 16, from: [3], to: 9, event: 'settle refused or contradiction', who: ['worker', 'device'] },
  { row: 17, from: [9], to: 4, event: 'manual settle', who: ['operator'] },
  { row: 18, from: [9], to: 2, event: 'evidence of charging', who: ['device'] },
  { row: 19, from: [4], to: 5, event: 'last intended refund succeeded', who: ['payment', 'operator'] },
  { row: 20, from: [4, 5], to: 'same', event: 'soft delete', who: ['operator'] },
  { row: 21, from: [null], to: 3, event: 'offline record', who: ['device'] },
  { row: 21, from: [null], to: 9, event: 'orphan or ghost', who: ['device', 'timer'] },
];

export interface StatePair {
  readonly from: OrderState | null;
  readonly to: OrderState;
}

/** Every allowed change of the displayed state, once. */
export const transitionPairs = (): readonly StatePair[] => {
  const seen = new Map<string, StatePair>();
  for (const { from: sources, to } of transitions) {
    if (to === 'same') continue;
    for (const from of sources) seen.set(`${from}>${to}`, { from, to });
  }
  return [...seen.values()];
};

const allowed = new Set(transitionPairs().map(({ from, to }) => `${from}>${to}`));

/** Whether the displayed state may go from one to the other in one step; staying is always allowed. */
export const isAllowed = (from: OrderState | null, to: OrderState): boolean => from === to || allowed.has(`${from}>${to}`);
