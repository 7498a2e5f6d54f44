import type { ListReport } from '#engines/protocol/white-list.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { whiteListState } from './white-list.ts';
import type { WhiteListState } from './white-list.ts';

const is = valuesOf(whiteListState);

export interface WhiteListFacts {
  readonly isNative: boolean;
  readonly wanted: ListReport;
  readonly reported: ListReport | null;
  /** The last command with a list: still open, or ended without success; null if there is none, or it succeeded. */
  readonly lastCommand: 'open' | 'failed' | null;
}

export const whiteListStateOf = ({ isNative, wanted, reported, lastCommand }: WhiteListFacts): WhiteListState => {
  if (!isNative) return is.unsupported;
  if (lastCommand === 'open') return is.busy;
  if (lastCommand === 'failed') return is.failed;
  if (reported === null) return is.unknown;
  return reported.count === wanted.count && reported.digest === wanted.digest ? is.same : is.different;
};
