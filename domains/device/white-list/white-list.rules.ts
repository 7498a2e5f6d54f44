import type { ListReport } from '#engines/protocol/white-list.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import { whiteListKind, whiteListState } from './white-list.ts';
import type { WhiteListKind, WhiteListState } from './white-list.ts';

const is = valuesOf(whiteListState);
const { native } = valuesOf(pileProtocol);

/** Whether piles of a protocol keep such a list. OCPP 1.6 has one of card identifiers only. */
export const isKeptBy = (kind: WhiteListKind, protocol: number): boolean => protocol === native || kind === whiteListKind.items.cards.value;

export interface WhiteListFacts {
  readonly isSupported: boolean;
  readonly wanted: ListReport;
  /** Null: the pile has never reported; `unknown`: it has a list of which only the version is known. */
  readonly reported: ListReport | 'unknown' | null;
  /** The last command with a list: still open, or ended without success; null if there is none, or it succeeded. */
  readonly lastCommand: 'open' | 'failed' | null;
}

export const whiteListStateOf = ({ isSupported, wanted, reported, lastCommand }: WhiteListFacts): WhiteListState => {
  if (!isSupported) return is.unsupported;
  if (lastCommand === 'open') return is.busy;
  if (lastCommand === 'failed') return is.failed;
  if (reported === null) return is.unknown;
  return reported !== 'unknown' && reported.count === wanted.count && reported.digest === wanted.digest ? is.same : is.different;
};
