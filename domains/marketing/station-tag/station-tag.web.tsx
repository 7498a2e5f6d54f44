import { Select, Switch, Tooltip } from 'antd';
import { useMemo, useState } from 'react';
import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { AreaInput } from '#domains/system/web.ts';
import { LeftDialog } from './left-dialog.web.tsx';
import { commonTag, miniappShow, missingPart, tagCategories } from './station-tag.codes.ts';
import { stationTagLabels, stationTagWords } from './station-tag.labels.ts';
import { COMMON_TAGS_SHOWN, stationTag, stationTagApi } from './station-tag.ts';
import type { ShowAnswer, StationCommonTag } from './station-tag.ts';
import './station-tag.css';

export type StationTagRow = RowOf<typeof stationTag.fields>;

const StationDrawer = lazyComponent(() => import('./station-drawer.web.tsx').then((drawer) => drawer.StationDrawer));
const { shown, hidden } = valuesOf(miniappShow);

/** The stations as the mini-program shows them: tags, area, prices and visibility. */
export const StationTagList = () => {
  const [opened, setOpened] = useState<string>();
  const [left, setLeft] = useState<ShowAnswer>();
  const [tagCode, setTagCode] = useState<string | null>(null);
  const fixedFilters = useMemo(() => (tagCode === null ? undefined : { tagCode }), [tagCode]);
  const actions = useMemo(() => [{ key: 'open', label: stationTagWords.open, run: ({ stationId }: StationTagRow) => setOpened(stationId) }], []);
  const batch = useMemo(() => batchOf(setLeft), []);
  const extra = useMemo(() => placeFilterOf({ tagCode, onTag: setTagCode }), [tagCode]);
  return (
    <>
      <ListPage
        of={stationTag}
        api={stationTagApi}
        labels={stationTagLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
        batch={batch}
        extra={extra}
        onOpen={({ stationId }) => setOpened(stationId)}
        {...(fixedFilters && { fixedFilters })}
      />
      {opened !== undefined && <StationDrawer stationId={opened} onClose={() => setOpened(undefined)} />}
      {left && <LeftDialog answer={left} onClose={() => setLeft(undefined)} />}
    </>
  );
};

const columns = [
  'stationName' as const,
  { key: 'show', title: stationTagLabels.fields.miniappShow, width: 150, render: (row: StationTagRow) => <ShowSwitch row={row} /> },
  'missing' as const,
  'rateState' as const,
  { key: 'tags', title: stationTagLabels.fields.commonTags, width: 300, render: (row: StationTagRow) => <CommonTags tags={row.commonTags} /> },
  { key: 'categories', title: stationTagLabels.fields.categoryTags, width: 220, render: (row: StationTagRow) => <CategoryTags row={row} /> },
  ...(['areaCode', 'agentId', 'tenantId', 'ratePushedAt', 'createTime'] as const),
];
const filters = ['stationName', 'miniappShow', 'agentId', 'tenantId'] as const;

const draw = {
  areaCode: (code: string | null, row: StationTagRow) =>
    code === null ? <EmptyCell /> : <span className="co-clip">{row['areaCode_dictText'] ?? code}</span>,
  missing: (missing: readonly string[]) => <Missing missing={missing} />,
};

const batchOf = (showLeft: (answer: ShowAnswer) => void) => (ids: readonly string[], done: () => void) => (
  <BatchButtons
    ids={ids}
    onDone={(answer) => {
      done();
      if (answer.left.length > 0) showLeft(answer);
    }}
  />
);

const placeFilterOf = (tagFilter: Pick<PlaceFilterProps, 'tagCode' | 'onTag'>) => (rows: Rows<StationTagRow>) => {
  const { areaCode, ...others } = rows.state.filters;
  return (
    <PlaceFilter
      {...tagFilter}
      areaCode={areaCode}
      onArea={(code) => rows.change({ filters: code === undefined ? others : { ...others, areaCode: code } })}
    />
  );
};

const Missing = ({ missing }: { readonly missing: readonly string[] }) => {
  const say = useSay();
  if (missing.length === 0) return <EmptyCell />;
  const text = missing.map((part) => say(itemOf(missingPart, part)?.words ?? [part, part, part])).join(say(stationTagWords.comma));
  return (
    <span className="co-clip st-missing" title={text}>
      {text}
    </span>
  );
};

const ShowSwitch = ({ row }: { readonly row: StationTagRow }) => {
  const say = useSay();
  const may = usePermission()(stationTagApi.updateMiniappShow.allow);
  const { send, sending } = useSend(stationTagApi.updateMiniappShow, { changes: [stationTag] });
  const isShown = row.miniappShow === shown;
  const lacks = row.missing.map((part) => say(itemOf(missingPart, part)?.words ?? [part, part, part])).join(say(stationTagWords.comma));
  const cannotShow = !isShown && row.missing.length > 0;
  return (
    <Tooltip title={cannotShow ? say(stationTagWords.lacks, { missing: lacks }) : undefined}>
      <Switch
        size="small"
        aria-label={say(stationTagWords.showOne, { name: row.stationName })}
        checked={isShown}
        loading={sending}
        disabled={!may.ok || cannotShow}
        onChange={(on) => void send({ stationIds: [row.stationId], miniappShow: on ? shown : hidden })}
      />
    </Tooltip>
  );
};

const CommonTags = ({ tags }: { readonly tags: readonly StationCommonTag[] }) => {
  const say = useSay();
  if (tags.length === 0) return <EmptyCell />;
  const names = tags.map(({ tagCode }) => say(itemOf(commonTag, tagCode)?.words ?? [tagCode, tagCode, tagCode]));
  return (
    <span className="st-chips" title={names.join(say(stationTagWords.comma))}>
      {names.slice(0, COMMON_TAGS_SHOWN).map((name) => (
        <span key={name} className="st-chip">
          {name}
        </span>
      ))}
      {names.length > COMMON_TAGS_SHOWN && <span className="co-hint">+{names.length - COMMON_TAGS_SHOWN}</span>}
    </span>
  );
};

const CategoryTags = ({ row }: { readonly row: StationTagRow }) => {
  const say = useSay();
  const names = tagCategories.flatMap(({ categoryCode, tags }) => {
    const codes = row.categoryTags.find((category) => category.categoryCode === categoryCode)?.tagCodes ?? [];
    return codes.map((code) => say(itemOf(tags, code)?.words ?? [code, code, code]));
  });
  if (names.length === 0) return <EmptyCell />;
  const text = names.join(say(stationTagWords.comma));
  return (
    <span className="co-clip" title={text}>
      {text}
    </span>
  );
};

interface BatchButtonsProps {
  readonly ids: readonly string[];
  readonly onDone: (answer: ShowAnswer) => void;
}

const BatchButtons = ({ ids, onDone }: BatchButtonsProps) => {
  const say = useSay();
  const { allow } = stationTagApi.updateMiniappShow;
  const { send, sending } = useSend(stationTagApi.updateMiniappShow, { changes: [stationTag], onDone });
  return (
    <>
      <ActButton allow={allow} loading={sending} onClick={() => void send({ stationIds: ids, miniappShow: shown })}>
        {say(stationTagWords.show)}
      </ActButton>
      <ActButton allow={allow} loading={sending} onClick={() => void send({ stationIds: ids, miniappShow: hidden })}>
        {say(stationTagWords.hide)}
      </ActButton>
    </>
  );
};

interface PlaceFilterProps {
  readonly areaCode: string | undefined;
  readonly onArea: (filter: string | undefined) => void;
  readonly tagCode: string | null;
  readonly onTag: (tagCode: string | null) => void;
}

const DIGITS = 6;

/** Filters the list by an area with all areas below it, and by a tag that shows now. */
const PlaceFilter = ({ areaCode, onArea, tagCode, onTag }: PlaceFilterProps) => {
  const say = useSay();
  const tagOptions = [commonTag, ...tagCategories.map(({ tags }) => tags)].map((tags: CodeTable) => ({
    label: say(tags.title),
    options: Object.values(tags.items).map(({ value, words }) => ({ value: String(value), label: say(words) })),
  }));
  return (
    <div className="co-card st-filter">
      <span>
        <label htmlFor="station-tag-area">{say(stationTagLabels.fields.areaCode)}</label>
        <AreaInput
          id="station-tag-area"
          value={areaCode === undefined ? null : areaCode.replace('*', '').padEnd(DIGITS, '0')}
          onChange={(code) => onArea(code === null ? undefined : `${code.replace(/(00)+$/u, '')}*`)}
        />
      </span>
      <span>
        <label htmlFor="station-tag-tag">{say(stationTagWords.tag)}</label>
        <Select<string>
          id="station-tag-tag"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={tagOptions}
          value={tagCode}
          placeholder={say(stationTagWords.anyTag)}
          onChange={(code: string | undefined) => onTag(code ?? null)}
        />
      </span>
    </div>
  );
};
