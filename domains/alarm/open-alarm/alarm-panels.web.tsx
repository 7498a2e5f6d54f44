import { useState } from 'react';
import { Link } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { AlarmDrawer } from './alarm-drawer.web.tsx';
import { AlarmPlace, LevelTag, nameOfAlarm, RankReason } from './alarm-facts.web.tsx';
import { AlarmList } from './alarm-list.web.tsx';
import { LevelCounts, SilentWarnings } from './open-alarm.web.tsx';
import { openAlarmWords as words } from './open-alarm.labels.ts';
import type { OpenAlarm } from './open-alarm.ts';
import { useOpenAlarms } from './use-open-alarms.web.ts';
import '../alarm.css';

const BOARD = '/monitor/open-alarm';
const HOME_LIMIT = 5;
const STATION_LIMIT = 20;

/** The most urgent ones for the start page. */
export const AlarmsAtHome = () => {
  const say = useSay();
  const { may, data } = useOpenAlarms({ limit: HOME_LIMIT });
  if (!may || !data) return null;
  return (
    <section className="co-card al-home" aria-label={say(words.list)}>
      <header>
        <h2>{say(words.list)}</h2>
        <LevelCounts alarms={data} />
        <Link to={BOARD}>{say(words.all)}</Link>
      </header>
      <SilentWarnings alarms={data} />
      {data.items.length === 0 ? <p className="co-hint">{say(words.none)}</p> : <Lines alarms={data.items} />}
    </section>
  );
};

const Lines = ({ alarms }: { readonly alarms: readonly OpenAlarm[] }) => {
  const say = useSay();
  return (
    <ul className="al-lines">
      {alarms.map((alarm) => (
        <li key={`${alarm.kind} ${alarm.id}`}>
          <LevelTag alarm={alarm} />
          <b>{nameOfAlarm(say, alarm)}</b>
          <AlarmPlace alarm={alarm} />
          <RankReason alarm={alarm} />
        </li>
      ))}
    </ul>
  );
};

/** What is open at a station, above its guns; nothing is drawn where nothing is. */
export const AlarmsAtStation = ({ stationId }: { readonly stationId: string }) => {
  const say = useSay();
  const { data } = useOpenAlarms({ stationId, limit: STATION_LIMIT });
  const [opened, setOpened] = useState<OpenAlarm>();
  if (!data || data.items.length === 0) return null;
  return (
    <section className="co-card al-station" aria-label={say(words.list)}>
      <header>
        <h3>{say(words.title)}</h3>
        <LevelCounts alarms={data} />
      </header>
      <AlarmList alarms={data.items} readAt={data.readAt} onOpen={setOpened} />
      {opened && <AlarmDrawer alarm={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
};
