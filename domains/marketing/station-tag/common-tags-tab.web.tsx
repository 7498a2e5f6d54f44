import { Button, DatePicker } from 'antd';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { words } from '#kit/web/words.ts';
import type { TabProps } from './station-drawer.web.tsx';
import { commonTag, exclusiveGroups } from './station-tag.codes.ts';
import { stationTagWords } from './station-tag.labels.ts';
import { COMMON_TAGS_MAX, COMMON_TAGS_SHOWN, stationTag, stationTagApi } from './station-tag.ts';
import type { StationCommonTag } from './station-tag.ts';

type Tags = readonly StationCommonTag[];

const storedTags = ({ commonTags }: TabProps['row']): Tags => commonTags.map(({ tagCode, validUntil }) => ({ tagCode, validUntil }));

/** The common tags of a station in the order in which they show; each may end by itself. */
export const CommonTagsTab = ({ row, dirtyRef, onSaving, onSaved }: TabProps) => {
  const say = useSay();
  const may = usePermission()(stationTagApi.updateCommonTag.allow);
  const [tags, setTags] = useState<Tags>(() => storedTags(row));
  const { send, sending } = useSend(stationTagApi.updateCommonTag, { changes: [stationTag], doneText: words.saved, onDone: onSaved });
  useEffect(() => {
    const ref = dirtyRef;
    ref.current = () => JSON.stringify(tags) !== JSON.stringify(storedTags(row));
    return () => {
      ref.current = null;
    };
  });
  const save = () =>
    onSaving(
      send({
        stationId: row.stationId,
        tagCodes: tags.map(({ tagCode }) => tagCode),
        validUntils: tags.flatMap(({ tagCode, validUntil }) => (validUntil === null ? [] : [{ tagCode, validUntil }])),
        version: row.version,
      }),
    );
  return (
    <>
      <h3 className="st-heading">
        {say(stationTagWords.chosen, { n: tags.length, max: COMMON_TAGS_MAX })}
        <span className="co-hint">{say(stationTagWords.firstShown, { n: COMMON_TAGS_SHOWN })}</span>
      </h3>
      {tags.length === 0 && <p className="co-hint">{say(stationTagWords.noneChosen)}</p>}
      <ol className="st-chosen">
        {tags.map((tag, index) => (
          <ChosenTag key={tag.tagCode} tag={tag} index={index} tags={tags} onChange={setTags} disabled={!may.ok} />
        ))}
      </ol>
      <h3 className="st-heading">{say(stationTagWords.offered)}</h3>
      <div className="st-chips">
        {Object.values(commonTag.items)
          .filter(({ value }) => !tags.some(({ tagCode }) => tagCode === value))
          .map(({ value, words: name }) => (
            <Button
              key={value}
              size="small"
              icon={<PlusOutlined />}
              disabled={!may.ok || tags.length >= COMMON_TAGS_MAX}
              onClick={() => setTags([...withoutGroupOf(value, tags), { tagCode: value, validUntil: null }])}
            >
              {say(name)}
            </Button>
          ))}
      </div>
      <footer className="st-footer">
        <Button onClick={() => setTags(storedTags(row))}>{say(words.reset)}</Button>
        <ActButton type="primary" allow={stationTagApi.updateCommonTag.allow} loading={sending} onClick={save}>
          {say(words.save)}
        </ActButton>
      </footer>
    </>
  );
};

/** A new tag of an exclusive group takes the place of the one before. */
const withoutGroupOf = (tagCode: string, tags: Tags): Tags => {
  const group = exclusiveGroups[tagCode];
  return group === undefined ? tags : tags.filter((tag) => exclusiveGroups[tag.tagCode] !== group);
};

interface ChosenTagProps {
  readonly tag: StationCommonTag;
  readonly index: number;
  readonly tags: Tags;
  readonly onChange: (tags: Tags) => void;
  readonly disabled: boolean;
}

const ChosenTag = ({ tag, index, tags, onChange, disabled }: ChosenTagProps) => {
  const say = useSay();
  const { tagCode, validUntil } = tag;
  const name = say(itemOf(commonTag, tagCode)?.words ?? [tagCode, tagCode, tagCode]);
  const moveUp = () => onChange([...tags.slice(0, index - 1), tag, ...tags.slice(index - 1, index), ...tags.slice(index + 1)]);
  return (
    <li>
      <span className="st-name">
        <span className="st-chip">{name}</span>
      </span>
      <DatePicker
        className="st-until"
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        aria-label={say(stationTagWords.untilOf, { tag: name })}
        placeholder={say(stationTagWords.forever)}
        disabled={disabled}
        minDate={dayjs()}
        value={validUntil === null ? null : dayjs(validUntil)}
        onChange={(end) => onChange(tags.map((other) => (other === tag ? { tagCode, validUntil: end ? end.toISOString() : null } : other)))}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        aria-label={say(stationTagWords.up, { tag: name })}
        disabled={disabled || index === 0}
        onClick={moveUp}
      />
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        aria-label={say(stationTagWords.remove, { tag: name })}
        disabled={disabled}
        onClick={() => onChange(tags.filter((other) => other !== tag))}
      />
    </li>
  );
};
