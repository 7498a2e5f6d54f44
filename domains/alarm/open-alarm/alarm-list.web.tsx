import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { formatSpan } from '#kit/web/format.ts';
import { InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { exceptionRecordApi } from '../exception-record/exception-record.ts';
import { incidentApi } from '../incident/incident.ts';
import { AlarmPlace, AlarmState, LevelTag, nameOfAlarm, RankReason } from './alarm-facts.web.tsx';
import { openAlarmWords as words } from './open-alarm.labels.ts';
import type { OpenAlarm } from './open-alarm.ts';
import { useAcknowledge } from './use-acknowledge.web.ts';
import '../alarm.css';

interface AlarmListProps {
  readonly alarms: readonly OpenAlarm[];
  /** When they were read: ages count to then. */
  readonly readAt: string;
  readonly onOpen: (alarm: OpenAlarm) => void;
  /** Whether the place is the page's own, and need not be named. */
  readonly isOfOnePile?: boolean;
}

/** Open exceptions and incidents in the order of their rank, for mouse and keyboard. */
export const AlarmList = ({ alarms, readAt, onOpen, isOfOnePile = false }: AlarmListProps) => {
  const list = useRef<HTMLOListElement>(null);
  const acknowledge = useAcknowledge();
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const act = actionOf(event);
    const alarm = alarms[at];
    if (!act || !alarm || event.target !== event.currentTarget) return;
    event.preventDefault();
    if (act === 'open') onOpen(alarm);
    else if (act === 'acknowledge') void acknowledge(alarm);
    else list.current?.querySelectorAll<HTMLElement>(':scope > li')[at + (act === 'next' ? 1 : -1)]?.focus();
  };
  return (
    <ol className="al-list" ref={list}>
      {alarms.map((alarm, at) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the keys of the list act on the focused entry, and each has a button besides
        <li key={`${alarm.kind} ${alarm.id}`} tabIndex={0} className={`al-level-${alarm.level}`} onKeyDown={(event) => onKeyDown(event, at)}>
          <Entry alarm={alarm} readAt={readAt} isOfOnePile={isOfOnePile} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
};

type KeyAction = 'next' | 'previous' | 'acknowledge' | 'open';
const keys: Readonly<Record<string, KeyAction>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  a: 'acknowledge',
  Enter: 'open',
};
const actionOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): KeyAction | undefined => (ctrlKey || metaKey || altKey ? undefined : keys[key]);

const SECOND_MS = 1_000;

const Entry = ({ alarm, readAt, isOfOnePile, onOpen }: { readonly alarm: OpenAlarm } & Omit<AlarmListProps, 'alarms'>) => {
  const say = useSay();
  const acknowledge = useAcknowledge();
  const { kind, beganAt, errorInfo, ackTime } = alarm;
  return (
    <>
      <div className="al-head">
        <LevelTag alarm={alarm} />
        <button type="button" className="al-name" onClick={() => onOpen(alarm)}>
          {nameOfAlarm(say, alarm)}
        </button>
        {isOfOnePile !== true && <AlarmPlace alarm={alarm} />}
        <span className="al-age co-num">
          <InstantCell value={beganAt} /> · {formatSpan((Date.parse(readAt) - Date.parse(beganAt)) / SECOND_MS)}
        </span>
      </div>
      <div className="al-more">
        <RankReason alarm={alarm} />
        {errorInfo !== '' && (
          <span className="co-clip co-hint" title={errorInfo}>
            {errorInfo}
          </span>
        )}
        <AlarmState alarm={alarm} />
        {ackTime === null && (
          <ActButton
            size="small"
            allow={kind === 'incident' ? incidentApi.acknowledge.allow : exceptionRecordApi.acknowledge.allow}
            onClick={() => void acknowledge(alarm)}
          >
            {say(words.acknowledge)}
          </ActButton>
        )}
      </div>
    </>
  );
};
