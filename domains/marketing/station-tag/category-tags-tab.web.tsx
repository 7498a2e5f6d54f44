import { Button, Checkbox, Radio } from 'antd';
import { useEffect, useState } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { words } from '#kit/web/words.ts';
import type { TabProps } from './station-drawer.web.tsx';
import { tagCategories } from './station-tag.codes.ts';
import type { TagCategory } from './station-tag.codes.ts';
import { stationTagWords } from './station-tag.labels.ts';
import { stationTag, stationTagApi } from './station-tag.ts';
import type { StationCategoryTags } from './station-tag.ts';

const typed = tagCategories.filter(({ computed }) => !computed);

const storedCategories = ({ categoryTags }: TabProps['row']): readonly StationCategoryTags[] =>
  typed.map(({ categoryCode }) => ({ categoryCode, tagCodes: categoryTags.find((stored) => stored.categoryCode === categoryCode)?.tagCodes ?? [] }));

/** The tags of a station by category; those of its devices follow from the piles. */
export const CategoryTagsTab = ({ row, dirtyRef, onSaving, onSaved }: TabProps) => {
  const say = useSay();
  const may = usePermission()(stationTagApi.updateCategoryTag.allow);
  const [categories, setCategories] = useState(() => storedCategories(row));
  const { send, sending } = useSend(stationTagApi.updateCategoryTag, { changes: [stationTag], doneText: words.saved, onDone: onSaved });
  useEffect(() => {
    const ref = dirtyRef;
    ref.current = () => JSON.stringify(categories) !== JSON.stringify(storedCategories(row));
    return () => {
      ref.current = null;
    };
  });
  const change = (categoryCode: string, tagCodes: readonly string[]) =>
    setCategories(categories.map((category) => (category.categoryCode === categoryCode ? { categoryCode, tagCodes } : category)));
  return (
    <>
      {tagCategories.map((category) => (
        <section key={category.categoryCode} className="st-category" aria-label={say(category.tags.title)}>
          <h3 className="st-heading">
            {say(category.tags.title)}
            {category.computed && <span className="co-hint">{say(stationTagWords.computed)}</span>}
          </h3>
          {category.computed ? (
            <DeviceTags category={category} codes={row.deviceTags} />
          ) : (
            <Choice
              category={category}
              chosen={categories.find(({ categoryCode }) => categoryCode === category.categoryCode)?.tagCodes ?? []}
              onChange={(codes) => change(category.categoryCode, codes)}
              disabled={!may.ok}
            />
          )}
        </section>
      ))}
      <footer className="st-footer">
        <Button onClick={() => setCategories(storedCategories(row))}>{say(words.reset)}</Button>
        <ActButton
          type="primary"
          allow={stationTagApi.updateCategoryTag.allow}
          loading={sending}
          onClick={() => onSaving(send({ stationId: row.stationId, categories, version: row.version }))}
        >
          {say(words.save)}
        </ActButton>
      </footer>
    </>
  );
};

interface ChoiceProps {
  readonly category: TagCategory;
  readonly chosen: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
  readonly disabled: boolean;
}

const Choice = ({ category: { tags, multiple }, chosen, onChange, disabled }: ChoiceProps) => {
  const say = useSay();
  const options = Object.values(tags.items).map(({ value, words: name }) => ({ value: String(value), label: say(name) }));
  if (multiple) return <Checkbox.Group options={options} value={[...chosen]} onChange={onChange} disabled={disabled} />;
  return (
    <Radio.Group
      options={[{ value: '', label: say(stationTagWords.none) }, ...options]}
      value={chosen[0] ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? [] : [String(target.value)])}
      disabled={disabled}
    />
  );
};

const DeviceTags = ({ category, codes }: { readonly category: TagCategory; readonly codes: readonly string[] }) => {
  const say = useSay();
  if (codes.length === 0) return <p className="co-hint">{say(stationTagWords.noPiles)}</p>;
  return (
    <span className="st-chips">
      {codes.map((code) => (
        <span key={code} className="st-chip">
          {say(itemOf(category.tags, code)?.words ?? [code, code, code])}
        </span>
      ))}
    </span>
  );
};
