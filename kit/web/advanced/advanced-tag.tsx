import { Button } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import FilterFilled from '@ant-design/icons/FilterFilled';
import type { Filters } from '../kinds/filter-names.ts';
import { useSay } from '../language.ts';
import { readAdvanced } from './advanced.ts';
import { queryWords, matchWords } from './builder-words.ts';

interface AdvancedTagProps {
  readonly filters: Filters;
  readonly onOpen: () => void;
  readonly onClear: () => void;
}

/** Shows that an advanced query is active, opens its dialog and removes it. */
export const AdvancedTag = ({ filters, onOpen, onClear }: AdvancedTagProps) => {
  const say = useSay();
  const query = readAdvanced(filters);
  if (query === 'none') return null;
  const n = query === 'unreadable' ? 0 : query.rows.length;
  const text =
    query === 'unreadable'
      ? say(queryWords.unreadable)
      : n === 1
        ? say(queryWords.countOne)
        : say(queryWords.count, { n, match: say(matchWords[query.match]) });
  return (
    <div className="co-in-force">
      <Button type="text" size="small" icon={<FilterFilled />} onClick={onOpen}>
        {text}
      </Button>
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label={say(queryWords.takeOff)} onClick={onClear} />
    </div>
  );
};
