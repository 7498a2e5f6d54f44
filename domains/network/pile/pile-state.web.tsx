import { faultType, pileState } from '#engines/pile/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { pileFault, pileWorkState } from './pile.codes.ts';
import type { PileRow } from './pile-parts.web.ts';

/** The work state, with the fault by its name when there is one. */
export const PileState = ({ value, row }: { readonly value: number; readonly row: Pick<PileRow, 'cpFaultType'> }) => {
  const fault = row.cpFaultType === null || row.cpFaultType === faultType.none ? undefined : itemOf(pileFault, row.cpFaultType);
  const say = useSay();
  return (
    <span title={fault && say(fault.words)}>
      <CodeTag item={value === pileState.fault && fault ? { ...fault, tone: 'bad' } : itemOf(pileWorkState, value)} fallback={String(value)} />
    </span>
  );
};

/** The pile is disabled or offline: its last reported state may be outdated. */
export const isUnavailable = ({ cpWorkStat }: Pick<PileRow, 'cpWorkStat'>): boolean =>
  cpWorkStat === pileState.disabled || cpWorkStat === pileState.offline;
