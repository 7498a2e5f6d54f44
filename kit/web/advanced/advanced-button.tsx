import { Button, Tooltip } from 'antd';
import FilterOutlined from '@ant-design/icons/FilterOutlined';
import { useState } from 'react';
import type { Labels } from '#kit/resource/labels.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';
import type { Filters } from '../kinds/filter-names.ts';
import { useVisibleNoun } from '../permissions/field-limits.ts';
import { useSay } from '../language.ts';
import { isAdvancedActive, activeAdvanced, queryOf, withoutAdvanced } from './active-query.ts';
import { noOwnValues } from './own-values.ts';
import type { OwnValues } from './own-values.ts';
import { advancedWords } from './words.ts';

const AdvancedTag = lazyComponent(() => import('./advanced-tag.tsx').then((tag) => tag.AdvancedTag));
const AdvancedDialog = lazyComponent(() => import('./advanced-dialog.tsx').then((dialog) => dialog.AdvancedDialog));

interface AdvancedProps {
  readonly noun: AnyResource;
  readonly labels: Labels;
  readonly filters: Filters;
  /** Fields that a filter outside the query already sets, so the query does not offer them. */
  readonly fixed: readonly string[];
  readonly values?: OwnValues | undefined;
  readonly onSearch: (filters: Filters) => void;
}

/** The advanced query of a list: its button, its dialog, and the tag that shows that a query is active. */
export const useAdvanced = ({ noun, labels, filters, fixed, values = noOwnValues, onSearch }: AdvancedProps) => {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const visibleNoun = useVisibleNoun(noun);
  const isOn = isAdvancedActive(filters);
  const show = () => {
    setOpen(true);
    setWasOpen(true);
  };
  const dialog = wasOpen && (
    <AdvancedDialog {...{ noun: visibleNoun, labels, fixed, filters, values, open, onSearch }} onClose={() => setOpen(false)} />
  );
  return {
    button: <AdvancedButton isOn={isOn} onClick={show} />,
    tagAndDialog: (
      <>
        {isOn && <AdvancedTag filters={filters} onOpen={show} onClear={() => onSearch(withoutAdvanced(filters))} />}
        {dialog}
      </>
    ),
  };
};

/** The advanced query of a list that keeps its state in its own component. The caller adds `asked` to the input of the list. */
export const useLocalAdvanced = (noun: AnyResource, labels: Labels, onQueryChange?: () => void) => {
  const [filters, setFilters] = useState<Filters>(noFilters);
  const onSearch = (next: Filters) => {
    setFilters(activeAdvanced(next));
    onQueryChange?.();
  };
  const advanced = useAdvanced({ noun, labels, filters, fixed: noFixedFields, onSearch });
  return { ...advanced, asked: queryOf(filters), isOn: isAdvancedActive(filters) };
};
const noFilters: Filters = {};
const noFixedFields: readonly string[] = [];

const AdvancedButton = ({ isOn, onClick }: { readonly isOn: boolean; readonly onClick: () => void }) => {
  const say = useSay();
  // Both states draw the same elements: a different button would lose the focus that the dialog returns on closing.
  return (
    <Tooltip title={isOn && say(advancedWords.inForce)}>
      <Button
        className={`co-icon-on-phone${isOn ? ' co-advanced-on' : ''}`}
        icon={<FilterOutlined />}
        aria-label={say(advancedWords.title)}
        aria-pressed={isOn}
        onClick={onClick}
      >
        {say(advancedWords.button)}
      </Button>
    </Tooltip>
  );
};
