import { Checkbox, Segmented, Skeleton, Table, Tooltip } from 'antd';
import { useRef, useState } from 'react';
import type { AnchorHTMLAttributes, KeyboardEvent, Ref } from 'react';
import type { PileRow } from '#domains/network/web.ts';
import { formatInstant } from '#kit/web/format.ts';
import { InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { AlarmDrawer } from '../open-alarm/alarm-drawer.web.tsx';
import { AlarmList } from '../open-alarm/alarm-list.web.tsx';
import { openAlarmWords } from '../open-alarm/open-alarm.labels.ts';
import type { OpenAlarm } from '../open-alarm/open-alarm.ts';
import { useOpenAlarms } from '../open-alarm/use-open-alarms.web.ts';
import { lanesOf, placeOf, ticksOf } from './lanes.rules.ts';
import type { Lane } from './lanes.rules.ts';
import { pageOfItem, useItemText } from './timeline-text.web.ts';
import { pileTimelineWords as words } from './pile-timeline.labels.ts';
import { pileTimelineApi } from './pile-timeline.ts';
import type { PileTimeline, TimelineItem } from './pile-timeline.ts';
import '../alarm.css';

const [DAY_HOURS, WEEK_HOURS] = [24, 168];
const REFRESH_MS = 60_000;

/** What is open at a pile, and what happened at it: states, exceptions, orders and commands on one axis. */
export const PileAlarms = ({ pile: { cpCode, timezone } }: { readonly pile: PileRow }) => {
  const say = useSay();
  const [hours, setHours] = useState(DAY_HOURS);
  const [asTable, setAsTable] = useState(false);
  const [opened, setOpened] = useState<Pick<OpenAlarm, 'kind' | 'id'>>();
  const { data, error, refetch } = useCall(pileTimelineApi.timeline, { cpCode, hours }, { keep: true, everyMs: REFRESH_MS });
  const open = useOpenAlarms({ cpCode });
  const view = { cpCode, zone: timezone, onOpen: (id: string) => setOpened({ kind: 'exception', id }) };
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <div className="al-pile">
      {open.data?.items.length === 0 && <p className="co-hint">{say(openAlarmWords.noneOfPile)}</p>}
      {open.data && <AlarmList alarms={open.data.items} readAt={open.data.readAt} onOpen={setOpened} isOfOnePile />}
      <div className="al-axis-head">
        <Segmented
          aria-label={say(words.range)}
          value={hours}
          onChange={setHours}
          options={[
            { value: DAY_HOURS, label: say(words.day) },
            { value: WEEK_HOURS, label: say(words.week) },
          ]}
        />
        <Checkbox checked={asTable} onChange={({ target }) => setAsTable(target.checked)}>
          {say(words.asTable)}
        </Checkbox>
        {!asTable && <span className="co-hint al-keys">{say(words.keys)}</span>}
      </div>
      {data.isCut && <p className="co-hint">{say(words.cut)}</p>}
      {asTable ? <ItemTable items={data.items} {...view} /> : <Axis timeline={data} {...view} />}
      {opened && <AlarmDrawer alarm={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
};

interface ItemsView {
  readonly cpCode: string;
  readonly zone: string;
  /** Opens an exception. */
  readonly onOpen: (id: string) => void;
}
interface AxisProps extends ItemsView {
  readonly timeline: PileTimeline;
}

const [TICKS, TICKS_PHONE] = [6, 3];
const TIME_AT = 5;
const MINUTE_END = 16;

const Axis = ({ timeline, ...view }: AxisProps) => {
  const say = useSay();
  const ticks = ticksOf(timeline, useIsPhone() ? TICKS_PHONE : TICKS);
  return (
    <section className="al-axis" aria-label={say(words.axis)}>
      {lanesOf(timeline).map((lane) => (
        <LaneRow key={`${lane.kind} ${lane.gunNumber}`} lane={lane} timeline={timeline} {...view} />
      ))}
      <div className="al-ticks co-num" aria-hidden>
        {ticks.map(({ at, left }) => (
          <span key={at} style={{ left: `${left}%` }}>
            {formatInstant(at, view.zone).slice(TIME_AT, MINUTE_END)}
          </span>
        ))}
      </div>
    </section>
  );
};

/** Where an arrow key leads from the mark in focus. */
const moves: Readonly<Record<string, (at: number) => number>> = { ArrowRight: (at) => at + 1, ArrowLeft: (at) => at - 1 };

const LaneRow = ({ lane, timeline, ...view }: AxisProps & { readonly lane: Lane }) => {
  const say = useSay();
  const track = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const target = moves[event.key];
    const links = [...(track.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    if (!target || at < 0) return;
    event.preventDefault();
    links[target(at)]?.focus();
  };
  return (
    <>
      <span className="al-lane-name">{say(words[lane.kind], { n: lane.gunNumber })}</span>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move among the links inside */}
      <div className={`al-lane al-lane-${lane.kind}`} ref={track} onKeyDown={move}>
        {lane.items.map((item, at) => (
          <Mark key={`${item.kind} ${item.id}`} item={item} timeline={timeline} {...view} isFirst={at === 0} />
        ))}
      </div>
    </>
  );
};

const Mark = ({ item, timeline, isFirst, ...view }: AxisProps & { readonly item: TimelineItem; readonly isFirst: boolean }) => {
  const textOf = useItemText();
  const { left, width } = placeOf(item, timeline);
  const { what, state, lasted } = textOf(item);
  const text = [formatInstant(item.at, view.zone), lasted, what, state].filter((part) => part !== '').join(' · ');
  const look = item.kind === 'exception' ? `al-mark-${item.level}` : `al-mark-${item.kind}`;
  return (
    <Tooltip title={text}>
      <ItemLink
        item={item}
        {...view}
        aria-label={text}
        tabIndex={isFirst ? 0 : -1}
        className={`al-mark ${look}${width === 0 ? ' al-mark-point' : ''}`}
        style={{ left: `${left}%`, width: `${width}%` }}
      />
    </Tooltip>
  );
};

type ItemLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & ItemsView & { readonly item: TimelineItem; readonly ref?: Ref<HTMLAnchorElement> };

/** Opens an exception here, and the page of anything else. */
const ItemLink = ({ item, cpCode, zone: _zone, onOpen, children, ...anchor }: ItemLinkProps) => (
  <a
    {...anchor}
    href={pageOfItem(item, cpCode)}
    onClick={(event) => {
      if (item.kind !== 'exception') return;
      event.preventDefault();
      onOpen(item.id);
    }}
  >
    {children}
  </a>
);

const PAGE_SIZE = 20;

const ItemTable = ({ items, ...view }: ItemsView & { readonly items: readonly TimelineItem[] }) => {
  const say = useSay();
  const textOf = useItemText();
  return (
    <Table<TimelineItem>
      className="co-table"
      size="small"
      rowKey={({ kind, id }) => `${kind} ${id}`}
      dataSource={items.toReversed()}
      pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: say(words.nothing) }}
      scroll={{ x: 'max-content' }}
      columns={[
        { key: 'at', title: say(words.when), render: (_value, { at }) => <InstantCell value={at} zone={view.zone} /> },
        { key: 'lasted', title: say(words.lasted), render: (_value, item) => <span className="co-num">{textOf(item).lasted}</span> },
        { key: 'kind', title: say(words.kind), render: (_value, { kind }) => say(words[kind]) },
        {
          key: 'what',
          title: say(words.what),
          render: (_value, item) => (
            <ItemLink item={item} {...view}>
              {textOf(item).what}
            </ItemLink>
          ),
        },
        { key: 'state', title: say(words.state), render: (_value, item) => textOf(item).state },
      ]}
    />
  );
};
