import { Button, DatePicker, Empty, Pagination, Select, Skeleton, Table, Tabs, Tooltip } from 'antd';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import type { Labels } from '#kit/resource/labels.ts';
import { pileApi, pileProtocol } from '#domains/network/resources.ts';
import { useAdvanced } from '#kit/web/advanced/advanced-button.tsx';
import { isAdvancedActive, queryOf } from '#kit/web/advanced/active-query.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { formatInstant, groupDigits, viewerZone } from '#kit/web/format.ts';
import type { Filters } from '#kit/web/kinds/filter-names.ts';
import { useSay } from '#kit/web/language.ts';
import type { Translate } from '#kit/web/language.ts';
import { pageAfterChange } from '#kit/web/list/rows/next-page.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { BOTH_DIRECTIONS, directionOf, frameQuery, logWords, messageDirection, messageLogApi, messageLogLabels } from './message-log.ts';
import type { LogDirection, MessageRow } from './message-log.ts';
import { factsOf } from './summary.rules.ts';
import { frameType, nativeTypes, ocppTypes } from './message-type.codes.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

const FrameView = lazyComponent(() => import('./frame-view.web.tsx').then((view) => view.FrameView), <Skeleton active />);

export interface MessageLogQuery {
  readonly cpCode: string;
  /** `YYYY-MM-DD` in the station's zone; empty is today. */
  readonly day: string;
  readonly msgType: string;
  readonly direction: LogDirection;
  readonly pageNo: number;
  readonly pageSize: number;
  /** The conditions of the advanced query. */
  readonly filters: Filters;
}

const labels: Labels = { noun: logWords.tab, fields: messageLogLabels };
const noFixedConditions: readonly [] = [];

interface LogProps {
  readonly query: MessageLogQuery;
  readonly onQuery: (patch: Partial<MessageLogQuery>) => void;
  /** The pile selector, on pages where the pile can be chosen. */
  readonly pile?: ReactNode;
}

/**
 * The frames of one pile on one day; a row expands to its bytes and their meaning. There is a tab for each direction, and one for both in order of
 * time, where a request is next to its reply.
 */
export const MessageLogView = ({ query, onQuery, pile }: LogProps) => {
  const say = useSay();
  const log = useLog(query);
  const search = (filters: Filters) => onQuery({ filters, pageNo: 1 });
  const advanced = useAdvanced({ noun: frameQuery, labels, filters: query.filters, fixed: noFixedConditions, onSearch: search });
  const directions = Object.values(messageDirection.items).map((item) => ({ key: String(item.value), label: say(item.words) }));
  return (
    <>
      <div className="dv-filters">
        {pile}
        <LogFilters query={query} onQuery={onQuery} log={log} advanced={advanced.button} />
      </div>
      <Tabs
        className="dv-tabs"
        activeKey={String(query.direction)}
        items={[...directions, { key: String(BOTH_DIRECTIONS), label: say(logWords.both) }]}
        onChange={(key) => onQuery({ direction: directionOf(Number(key)), msgType: '', pageNo: 1 })}
        tabBarExtraContent={log.zone && <span className="co-hint dv-zone">{say(logWords.zone, { zone: log.zone })}</span>}
      />
      {advanced.tagAndDialog}
      <LogResults query={query} onQuery={onQuery} log={log} />
    </>
  );
};

type Log = ReturnType<typeof useLog>;

/** Loads the frames that match the query. The day is one of the station's time zone, so the pile is loaded first. */
const useLog = (query: MessageLogQuery) => {
  const pileCall = useCall(pileApi.queryById, { id: query.cpCode }, { enabled: query.cpCode !== '' });
  const zone = pileCall.data?.timezone;
  const [openedMs] = useState(() => Date.now());
  const day = query.day || formatInstant(openedMs, zone ?? viewerZone()).slice(0, 10);
  const input = {
    cpCode: query.cpCode,
    day,
    dayEnd: day,
    direction: query.direction === BOTH_DIRECTIONS ? null : query.direction,
    msgType: query.msgType || null,
    pageNo: query.pageNo,
    pageSize: query.pageSize,
    ...queryOf(query.filters),
  };
  const pageCall = useCall(messageLogApi.list, input, { enabled: zone !== undefined, keep: true });
  return { known: pileCall, found: pageCall, zone, day };
};

interface PartProps {
  readonly query: MessageLogQuery;
  readonly onQuery: LogProps['onQuery'];
  readonly log: Log;
}

const LogFilters = ({ query, onQuery, log, advanced }: PartProps & { readonly advanced: ReactNode }) => {
  const say = useSay();
  return (
    <>
      <DayPicker day={log.day} onDay={(day) => onQuery({ day, pageNo: 1 })} />
      <div className="dv-filter dv-filter-wide">
        <label htmlFor="log-type">{say(messageLogLabels.msgType)}</label>
        <Select
          id="log-type"
          className="co-wide"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={say(words.all)}
          value={query.msgType || null}
          onChange={(msgType) => onQuery({ msgType: msgType ?? '', pageNo: 1 })}
          options={typeOptions(log.known.data?.protocol, query.direction, say)}
        />
      </div>
      {advanced}
      <Tooltip title={say(words.refresh)}>
        <Button
          className="dv-refresh"
          icon={<ReloadOutlined spin={log.found.isFetching} />}
          aria-label={say(words.refresh)}
          disabled={query.cpCode === ''}
          onClick={() => void log.found.refetch()}
        />
      </Tooltip>
    </>
  );
};

const LogResults = ({ query, onQuery, log: { known: pileCall, found: pageCall, zone } }: PartProps) => {
  const say = useSay();
  const error = pileCall.error ?? pageCall.error;
  if (query.cpCode === '')
    return (
      <Empty className="dv-choose" image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(logWords.choosePile)}>
        <span className="co-hint">{say(logWords.chooseHint)}</span>
      </Empty>
    );
  if (error) return <LoadError because={error.message} retry={() => Promise.all([pileCall.refetch(), pageCall.refetch()])} />;
  if (!pageCall.data || zone === undefined) return <Skeleton active className="dv-wait" paragraph={{ rows: 8 }} />;
  const { records, total, totalCapped } = pageCall.data;
  return (
    <>
      <Frames
        rows={records}
        zone={zone}
        both={query.direction === BOTH_DIRECTIONS}
        stale={pageCall.isPlaceholderData}
        filtered={isAdvancedActive(query.filters)}
      />
      {total > 0 && (
        <Pagination
          className="co-paging"
          current={query.pageNo}
          pageSize={query.pageSize}
          total={total}
          pageSizeOptions={[20, 50, 100]}
          showSizeChanger
          showTotal={(_total, [from, to]) => say(words.total, { from, to, n: `${groupDigits(total)}${totalCapped ? '+' : ''}` })}
          onChange={(pageNo, pageSize) => onQuery(pageAfterChange(query, pageNo, pageSize))}
        />
      )}
    </>
  );
};

const DayPicker = ({ day, onDay }: { readonly day: string; readonly onDay: (day: string) => void }) => {
  const say = useSay();
  const date = dayjs(day);
  const step = (by: number) => onDay(date.add(by, 'day').format('YYYY-MM-DD'));
  return (
    <div className="dv-filter">
      <label htmlFor="log-day">{say(messageLogLabels.day)}</label>
      <span className="dv-day">
        <Button icon={<LeftOutlined />} aria-label={say(logWords.previousDay)} onClick={() => step(-1)} />
        <DatePicker id="log-day" allowClear={false} value={date} onChange={(next) => next && onDay(next.format('YYYY-MM-DD'))} />
        <Button icon={<RightOutlined />} aria-label={say(logWords.nextDay)} onClick={() => step(1)} />
      </span>
    </div>
  );
};

/** The name of a message type with its number, as lists and filters show it. */
const typeText = (type: string, say: Translate): string => {
  const item = itemOf(frameType, type);
  return item ? say(item.words) : type;
};

const typeOptions = (protocol: number | undefined, direction: LogDirection, say: Translate) => {
  const { up, down } = nativeTypes;
  const ofDirection = direction === BOTH_DIRECTIONS ? [...up, ...down] : direction === messageDirection.items.up.value ? up : down;
  const types = protocol === pileProtocol.items.ocpp16.value ? ocppTypes : ofDirection;
  return types.map(({ value, words: name }) => ({ value: String(value), label: say(name) }));
};

interface FramesProps {
  readonly rows: readonly MessageRow[];
  readonly zone: string;
  readonly both: boolean;
  readonly stale: boolean;
  readonly filtered: boolean;
}

const Frames = ({ rows, zone, both, stale, filtered }: FramesProps) => {
  const say = useSay();
  return (
    <Table<MessageRow>
      className={stale ? 'co-table co-table-stale dv-frames' : 'co-table dv-frames'}
      size="small"
      tableLayout="fixed"
      pagination={false}
      rowKey={keyOf}
      dataSource={[...rows]}
      scroll={{ x: 760 }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(filtered ? words.emptyFiltered : logWords.empty)} /> }}
      expandable={expandable}
      columns={columnsOf({ zone, both, say })}
    />
  );
};

const expandable = {
  expandRowByClick: true,
  expandedRowRender: (row: MessageRow) => <FrameView row={row} />,
};

const columnsOf = ({ zone, both, say }: Pick<FramesProps, 'zone' | 'both'> & { readonly say: Translate }): TableColumnsType<MessageRow> => [
  { title: say(messageLogLabels.at), key: 'at', width: 120, render: (_value, row) => <span className="co-num">{clockOf(row.at, zone)}</span> },
  ...(both ? [{ key: 'direction', width: 40, render: (_value: unknown, row: MessageRow) => <Arrow direction={row.direction} /> }] : []),
  { title: say(messageLogLabels.msgType), key: 'type', width: 190, ellipsis: true, render: (_value, row) => typeText(row.msgType, say) },
  {
    title: say(messageLogLabels.sequence),
    key: 'sequence',
    width: 120,
    ellipsis: true,
    render: (_value, row) => <span className="co-num co-clip">{row.sequence}</span>,
  },
  {
    title: say(messageLogLabels.summary),
    key: 'summary',
    ellipsis: true,
    render: (_value, row) => (
      <span className="co-clip dv-summary" title={row.summary || row.raw}>
        {row.protocol === 'native' ? factsOf(row, say) : row.raw}
      </span>
    ),
  },
  {
    title: '',
    key: 'size',
    width: 90,
    align: 'right',
    render: (_value, row) => <small className="co-hint">{say(logWords.bytes, { n: sizeOf(row) })}</small>,
  },
];

const keyOf = (row: MessageRow): string => `${row.at} ${row.direction} ${row.msgType} ${row.sequence} ${row.raw.length}`;
const clockOf = (at: string, zone: string): string => `${formatInstant(at, zone).slice(11)}.${at.slice(20, 23)}`;
const sizeOf = ({ protocol, raw }: MessageRow): number => (protocol === 'native' ? raw.length / 2 : new TextEncoder().encode(raw).length);

const Arrow = ({ direction }: { readonly direction: MessageRow['direction'] }) => {
  const say = useSay();
  const { up, down } = messageDirection.items;
  const isUp = direction === up.value;
  const item = isUp ? up : down;
  return (
    <span className={isUp ? 'dv-arrow dv-up' : 'dv-arrow dv-down'} title={say(item.words)}>
      {isUp ? '↑' : '↓'}
    </span>
  );
};
