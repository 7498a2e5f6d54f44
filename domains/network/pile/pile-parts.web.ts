import type { ComponentType } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import type { pile } from './pile.ts';

export type PileRow = RowOf<typeof pile.fields>;

interface PilePart {
  readonly key: string;
  readonly label: Words;
  /** The permission it needs. */
  readonly allow: string;
}

/** A tab of a pile's details. */
export interface PileTab extends PilePart {
  readonly Body: ComponentType<{ readonly pile: PileRow }>;
}

/** What is worth saying above the tabs of a pile's details; it may draw nothing. */
export interface PileNotice extends Omit<PilePart, 'label'> {
  readonly Body: ComponentType<{ readonly pile: PileRow }>;
}

/** An action on one pile, or on all selected piles. */
export interface PileAction extends PilePart {
  /** Short label that fits in a table row. */
  readonly short: Words;
  readonly on: 'one' | 'many' | 'both';
  readonly Dialog: ComponentType<PileDialogProps>;
}
export interface PileDialogProps {
  readonly cpCodes: readonly string[];
  readonly onClose: () => void;
}

/** Parts that later domains add to the page of piles, so that this domain does not import them. */
export interface PileParts {
  readonly tabs?: readonly PileTab[];
  readonly actions?: readonly PileAction[];
  readonly notices?: readonly PileNotice[];
}

let registered: readonly PileParts[] = [];

/** Called before the page is shown. */
export const setPileParts = (parts: readonly PileParts[]): void => {
  registered = parts;
};

export const pileTabs = (): readonly PileTab[] => registered.flatMap(({ tabs = [] }) => tabs);
export const pileActions = (): readonly PileAction[] => registered.flatMap(({ actions = [] }) => actions);
export const pileNotices = (): readonly PileNotice[] => registered.flatMap(({ notices = [] }) => notices);
