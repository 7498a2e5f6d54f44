import type { RowAction } from './actions.ts';
import { textWidth } from '../columns/text-width.ts';

export interface SplitActions {
  /** Actions that are shown as links. */
  readonly direct: readonly RowAction[];
  /** Actions in the "more" menu. */
  readonly rest: readonly RowAction[];
}

/** Harmless actions are shown; state changes and destructive actions are in the menu, unless the menu would have only one entry. */
export const splitActions = (actions: readonly RowAction[], shownCount: number): SplitActions => {
  const open = actions.filter((action) => !action.inMenu && !action.danger).slice(0, shownCount);
  const rest = actions.filter((action) => !open.includes(action));
  return rest.length === 1 && rest[0]?.inMenu !== true ? { direct: [...open, ...rest], rest: [] } : { direct: open, rest };
};

const GAP_PX = 12;
const CELL_PX = 24;
const CARET_PX = 16;

/** The width in px of the widest row of actions. The width of the letters is estimated, with a larger one for Chinese. */
export const actionsWidth = (rows: readonly SplitActions[], more: string): number => {
  const widths = rows.map(({ direct, rest }) => {
    const words = [...direct.map(({ label }) => label), ...(rest.length > 0 ? [more] : [])];
    return words.reduce((sum, word) => sum + textWidth(word), 0) + GAP_PX * Math.max(0, words.length - 1) + (rest.length > 0 ? CARET_PX : 0);
  });
  return Math.ceil(Math.max(60, ...widths) + CELL_PX);
};
