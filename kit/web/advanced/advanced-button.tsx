import { Button, Tooltip } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import FilterFilled from '@ant-design/icons/FilterFilled';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { lazy, Suspense, useMemo, useState } from 'react';
import { queryFieldsOf } from '#kit/resource/advanced-query.ts';
import type { Labels } from '#kit/resource/labels.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Filters } from '../kinds/filter-names.ts';
import { useSay } from '../language.ts';
import { readAdvanced, withoutAdvanced } from './advanced.ts';
import { matchWords, advancedWords } from './words.ts';

const AdvancedDialog = lazy(() => import('./advanced-dialog.tsx').then((dialog) => ({ default: dialog.AdvancedDialog })));

interface AdvancedProps {
  readonly noun: AnyResource;
  readonly labels: Labels;
  readonly filters: Filters;
  /** Fields that are decided elsewhere. */
  readonly fixed: readonly string[];
  readonly onSearch: (filters: Filters) => void;
}

/** The advanced query of a list: its button, and the line that tells one is in force. */
export const useAdvanced = ({ noun, labels, filters, fixed, onSearch }: AdvancedProps) => {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const fields = useMemo(() => queryFieldsOf(noun).filter(([name]) => !fixed.includes(name)), [noun, fixed]);
  const isOn = readAdvanced(filters) !== 'none';
  const show = () => {
    setOpen(true);
    setWasOpen(true);
  };
  const dialog = wasOpen && (
    <Suspense fallback={null}>
      <AdvancedDialog noun={noun} labels={labels} fields={fields} filters={filters} open={open} onSearch={onSearch} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return {
    button: fields.length > 0 && <AdvancedButton isOn={isOn} onClick={show} />,
    tagAndDialog: (
      <>
        {isOn && <AdvancedTag filters={filters} onOpen={show} onClear={() => onSearch(withoutAdvanced(filters))} />}
        {dialog}
      </>
    ),
  };
};

const AdvancedButton = ({ isOn, onClick }: { readonly isOn: boolean; readonly onClick: () => void }) => {
  const say = useSay();
  const button = (
    <Button
      className="co-icon-on-phone"
      {...(isOn && { color: 'primary' as const, variant: 'outlined' as const })}
      icon={isOn ? <FilterFilled /> : <FilterOutlined />}
      aria-label={say(advancedWords.title)}
      aria-pressed={isOn}
      onClick={onClick}
    >
      {say(advancedWords.button)}
    </Button>
  );
  return isOn ? <Tooltip title={say(advancedWords.inForce)}>{button}</Tooltip> : button;
};

interface AdvancedTagProps {
  readonly filters: Filters;
  readonly onOpen: () => void;
  readonly onClear: () => void;
}

const AdvancedTag = ({ filters, onOpen, onClear }: AdvancedTagProps) => {
  const say = useSay();
  const query = readAdvanced(filters);
  if (query === 'none') return null;
  const n = query === 'unreadable' ? 0 : query.rows.length;
  const told =
    query === 'unreadable'
      ? say(advancedWords.unreadable)
      : n === 1
        ? say(advancedWords.countOne)
        : say(advancedWords.count, { n, match: say(matchWords[query.match]) });
  return (
    <div className="co-in-force">
      <Button type="text" size="small" icon={<FilterFilled />} onClick={onOpen}>
        {told}
      </Button>
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label={say(advancedWords.takeOff)} onClick={onClear} />
    </div>
  );
};
