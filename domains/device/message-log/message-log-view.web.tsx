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
import { isInForce, queryOf } from '#kit/web/advanced/in-force.ts';
import { Failed } from '#kit/web/failed.tsx';
import { formatInstant, groupDigits, viewerZone } from '#kit/web/format.ts';
import type { Filters } from '#kit/web/kinds/filter-names.ts';
import { useSay } from '#kit/web/language.ts';
import type { Translate } from '#kit/web/language.ts';
import { turned } from '#kit/web/list/rows/next-page.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { BOTH_DIRECTIONS, directionOf, frameQuery, logWords, messageDirection, messageLogApi, messageLogLabels } from './message-log.ts';
import type { LogDirection, MessageRow } from './message-log.ts';
import { factsOf } from './summary.rules.ts';
import { frameType, nativeTypes, ocppTypes } from './message-type.codes.ts';
import { late } from '#kit/web/code-loading/lazy-component.tsx';

const FrameView = late(() => import('./frame-view.web.tsx').then((view) => view.FrameView), <Skeleton active />);

export interface LogAsk {
  readonly cpCode: string;
  /** `YYYY-MM-DD` in the station's zone; empty is today. */
  readonly day: string;
  readonly msgType: string;
  readonly direction: LogDirection;
  readonly pageNo: number;
  readonly pageSize: number;
  /** The advanced query. */
  readonly filters: Filters;
}

const labels: Labels = { noun: logWords.tab, fields: messageLogLabels };
const none: readonly [] = [];

interface LogProps {
  readonly ask: LogAsk;
  readonly onAsk: (patch: Partial<LogAsk>) => void;
  /** The picker of the pile, where it can be chosen. */
  readonly pile?: ReactNode;
}

/**
 * The frames of one pile on one day; a row opens to its bytes and what they mean. A tab for each direction, and one for both in their order: a
 * question is read with its answer.
 */
export const MessageLogView = ({ ask, onAsk, pile }: LogProps) => {
  const say = useSay();
  const log = useLog(ask);
  const search = (filters: Filters) => onAsk({ filters, pageNo: 1 });
  const advanced = useAdvanced({ noun: frameQuery, labels, filters: ask.filters, fixed: none, onSearch: search });
  const directions = Object.values(messageDirection.items).map((item) => ({ key: String(item.value), label: say(item.words) }));
  return (
    <>
      <div className="dv-filters">
        {pile}
        <Asking ask={ask} onAsk={onAsk} log={log} advanced={advanced.button} />
      </div>
      <Tabs
        className="dv-tabs"
        activeKey={String(ask.direction)}
        items={[...directions, { key: String(BOTH_DIRECTIONS), label: say(logWords.both) }]}
        onChange={(key) => onAsk({ direction: directionOf(Number(key)), msgType: '', pageNo: 1 })}
        tabBarExtraContent={log.zone && <span className="co-hint dv-zone">{say(logWords.zone, { zone: log.zone })}</span>}
      />
      {advanced.tagAndDialog}
      <Found ask={ask} onAsk={onAsk} log={log} />
    </>
  );
};

type Log = ReturnType<typeof useLog>;

/** What the filters find. The day is one of the station, so the pile is looked at first. */
const useLog = (ask: LogAsk) => {
  const known = useCall(pileApi.queryById, { id: ask.cpCode }, { enabled: ask.cpCode !== '' });
  const zone = known.data?.timezone;
  const [openedMs] = useState(() => Date.now());
  const day = ask.day || formatInstant(openedMs, zone ?? viewerZone()).slice(0, 10);
  const asked = {
    cpCode: ask.cpCode,
    day,
    dayEnd: day,
    direction: ask.direction === BOTH_DIRECTIONS ? null : ask.direction,
    msgType: ask.msgType || null,
    pageNo: ask.pageNo,
    pageSize: ask.pageSize,
    ...queryOf(ask.filters),
  };
  const found = useCall(messageLogApi.list, asked, { enabled: zone !== undefined, keep: true });
  return { known, found, zone, day };
};

interface PartProps {
  readonly ask: LogAsk;
  readonly onAsk: LogProps['onAsk'];
  readonly log: Log;
}

const Asking = ({ ask, onAsk, log, advanced }: PartProps & { readonly advanced: ReactNode }) => {
  const say = useSay();
  return (
    <>
      <DayPicker day={log.day} onDay={(day) => onAsk({ day, pageNo: 1 })} />
      <div className="dv-filter dv-filter-wide">
        <label htmlFor="log-type">{say(messageLogLabels.msgType)}</label>
        <Select
          id="log-type"
          className="co-wide"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={say(words.all)}
          value={ask.msgType || null}
          onChange={(msgType) => onAsk({ msgType: msgType ?? '', pageNo: 1 })}
          options={typeOptions(log.known.data?.protocol, ask.direction, say)}
        />
      </div>
      {advanced}
      <Tooltip title={say(words.refresh)}>
        <Button
          className="dv-refresh"
          icon={<ReloadOutlined spin={log.found.isFetching} />}
          aria-label={say(words.refresh)}
          disabled={ask.cpCode === ''}
          onClick={() => void log.found.refetch()}
        />
      </Tooltip>
    </>
  );
};

const Found = ({ ask, onAsk, log: { known, found, zone } }: PartProps) => {
  const say = useSay();
  const failed = known.error ?? found.error;
  if (ask.cpCode === '')
    return (
      <Empty className="dv-choose" image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(logWords.choosePile)}>
        <span className="co-hint">{say(logWords.chooseHint)}</span>
      </Empty>
    );
  if (failed) return <Failed because={failed.message} retry={() => Promise.all([known.refetch(), found.refetch()])} />;
  if (!found.data || zone === undefined) return <Skeleton active className="dv-wait" paragraph={{ rows: 8 }} />;
  const { records, total, totalCapped } = found.data;
  return (
    <>
      <Frames rows={records} zone={zone} both={ask.direction === BOTH_DIRECTIONS} stale={found.isPlaceholderData} filtered={isInForce(ask.filters)} />
      {total > 0 && (
        <Pagination
          className="co-paging"
          current={ask.pageNo}
          pageSize={ask.pageSize}
          total={total}
          pageSizeOptions={[20, 50, 100]}
          showSizeChanger
          showTotal={(_total, [from, to]) => say(words.total, { from, to, n: `${groupDigits(String(total))}${totalCapped ? '+' : ''}` })}
          onChange={(pageNo, pageSize) => onAsk(turned(ask, pageNo, pageSize))}
        />
      )}
    </>
  );
};

const DayPicker = ({ day, onDay }: { readonly day: string; readonly onDay: (day: string) => void }) => {
  const say = useSay();
  const at = dayjs(day);
  const step = (by: number) => onDay(at.add(by, 'day').format('YYYY-MM-DD'));
  return (
    <div className="dv-filter">
      <label htmlFor="log-day">{say(messageLogLabels.day)}</label>
      <span className="dv-day">
        <Button icon={<LeftOutlined />} aria-label={say(logWords.previousDay)} onClick={() => step(-1)} />
        <DatePicker id="log-day" allowClear={false} value={at} onChange={(next) => next && onDay(next.format('YYYY-MM-DD'))} />
        <Button icon={<RightOutlined />} aria-label={say(logWords.nextDay)} onClick={() => step(1)} />
      </span>
    </div>
  );
};

/** The name of a type with its number, as lists and filters show it. */
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
