import { exceptionLevel, exceptionType } from '#domains/alarm/resources.ts';
import type { ScreenLive } from '#domains/insight/resources.ts';
import { wordsOfCode } from '../code-words.ts';
import { shortTime } from '../format.ts';
import { useSpeech } from '../say.tsx';
import { Panel } from './panel.tsx';

const LEVELS = [1, 2, 3, 4] as const;

/** What is out of order, the worst first. The level stands in words too. */
export const Alarms = ({ live, className = '' }: { readonly live: ScreenLive; readonly className?: string }) => {
  const { say, words, tag } = useSpeech();
  const nowMs = Date.parse(live.now);
  return (
    <Panel title={say('alarms')} className={className} isEmpty={live.alarms.length === 0} emptyText={say('noAlarms')}>
      <div className="levels">
        {LEVELS.map((level) => (
          <span key={level} className={`level level-${level}`}>
            {words(wordsOfCode(exceptionLevel, level))} <b>{live.alarmsByLevel[String(level)] ?? 0}</b>
          </span>
        ))}
      </div>
      <ul className="list">
        {live.alarms.map(({ level, type, about, station, since }) => (
          <li key={`${about} ${type} ${since}`}>
            <span className={`level level-${level}`}>{words(wordsOfCode(exceptionLevel, level))}</span>
            <span className="list-name">
              {words(wordsOfCode(exceptionType, type))} · {about}
            </span>
            <span className="list-note">{station}</span>
            <span>{shortTime(since, nowMs, { tag, timeZone: live.timeZone })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
