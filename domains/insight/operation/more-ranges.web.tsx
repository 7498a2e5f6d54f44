import { Select } from 'antd';
import { useSay } from '#kit/web/language.ts';
import { operationWords as words } from './operation.labels.ts';

interface MoreRangesProps {
  readonly total: number;
  /** So many rows fit into the address of a list; the first ones are listed elsewhere. */
  readonly each: number;
  readonly loading: boolean;
  /** Opens the rows after so many. */
  readonly onPick: (after: number) => void;
}

/** Opens the rest of rows that do not fit into one list. */
export const MoreRanges = ({ total, each, loading, onPick }: MoreRangesProps) => {
  const say = useSay();
  const ranges = Array.from({ length: Math.max(0, Math.ceil(total / each) - 1) }, (_none, at) => (at + 1) * each);
  if (ranges.length === 0) return null;
  return (
    <Select<number>
      size="small"
      className="op-ranges"
      aria-label={say(words.otherRanges)}
      placeholder={say(words.otherRanges)}
      value={null}
      loading={loading}
      options={ranges.map((after) => ({ value: after, label: `${after + 1}–${Math.min(total, after + each)}` }))}
      onSelect={onPick}
    />
  );
};
