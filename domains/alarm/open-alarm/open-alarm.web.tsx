import { Alert, Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { itemOf } from '#kit/fields/codes.ts';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { exceptionLevel } from '../exception-conf/exception-conf.ts';
import { AlarmDrawer } from './alarm-drawer.web.tsx';
import { AlarmList } from './alarm-list.web.tsx';
import { openAlarmWords as words } from './open-alarm.labels.ts';
import type { OpenAlarm, OpenAlarms } from './open-alarm.ts';
import { useOpenAlarms } from './use-open-alarms.web.ts';
import '../alarm.css';

/** What is open in the viewer's scope, the most urgent first. The filter is part of the address. */
export const OpenAlarmBoard = () => {
  const say = useSay();
  const { data, error, refetch } = useOpenAlarms({});
  const { onlyUnacknowledged, setOnlyUnacknowledged } = useFilter();
  const [opened, setOpened] = useState<OpenAlarm>();
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active className="co-card co-table-skeleton" />;
  const shown = onlyUnacknowledged ? data.items.filter(({ ackTime }) => ackTime === null) : data.items;
  const all = data.counts.reduce((sum, n) => sum + n, 0);
  return (
    <section className="co-card al-board" aria-label={say(words.list)}>
      <header>
        <LevelCounts alarms={data} />
        <Checkbox checked={onlyUnacknowledged} onChange={({ target }) => setOnlyUnacknowledged(target.checked)}>
          {say(words.onlyUnacknowledged)} <span className="co-num">{data.unacknowledged}</span>
        </Checkbox>
        <span className="co-hint al-keys">{say(words.keys)}</span>
      </header>
      <SilentWarnings alarms={data} />
      {shown.length === 0 && <p className="co-hint al-none">{say(words.none)}</p>}
      <AlarmList alarms={shown} readAt={data.readAt} onOpen={setOpened} />
      {all > data.items.length && <p className="co-hint al-none">{say(words.more, { n: data.items.length })}</p>}
      {opened && <AlarmDrawer alarm={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
};

/** How many of each level are open; levels of which none is are left out. */
export const LevelCounts = ({ alarms }: { readonly alarms: OpenAlarms }) => {
  const say = useSay();
  return (
    <ul className="al-counts" aria-label={say(words.levels)}>
      {alarms.counts.map((n, at) => {
        const item = itemOf(exceptionLevel, at + 1);
        return (
          n > 0 && (
            <li key={item?.value}>
              <CodeTag item={item} /> <b className="co-num">{n}</b>
            </li>
          )
        );
      })}
    </ul>
  );
};

/** Says that warnings may not be sent, while no self-test of them arrives. */
export const SilentWarnings = ({ alarms: { silentSince } }: { readonly alarms: OpenAlarms }) => {
  const say = useSay();
  if (silentSince === null) return null;
  return <Alert type="error" showIcon banner title={say(words.silent, { time: formatInstant(silentSince, viewerZone()) })} />;
};

const FILTER = 'open';

const useFilter = () => {
  const [params, setParams] = useSearchParams();
  const setOnlyUnacknowledged = (isOn: boolean): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (isOn) next.set(FILTER, '1');
        else next.delete(FILTER);
        return next;
      },
      { replace: true },
    );
  return { onlyUnacknowledged: params.has(FILTER), setOnlyUnacknowledged };
};
