import { itemOf } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { currencySymbol, formatInstant, formatSpan, groupDigits, viewerZone } from '#kit/web/format.ts';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import type { Translate } from '#kit/web/language.ts';
import { exceptionLevel } from '../exception-conf/exception-conf.ts';
import { exceptionName } from '../exception-conf/exception-names.ts';
import { suppression } from '../exception-record/exception-record.ts';
import { incidentCause, incidentScope } from '../incident/incident.ts';
import { openAlarmWords as words } from './open-alarm.labels.ts';
import type { OpenAlarm } from './open-alarm.ts';

interface AlarmProps {
  readonly alarm: OpenAlarm;
}

const CENTS_SCALE = 2;

/** What it is: the name of the exception, or the cause of the incident. */
export const nameOfAlarm = (say: Translate, { kind, type, code }: OpenAlarm): string => {
  if (kind === 'exception') return say(exceptionName(type, code));
  const cause = itemOf(incidentCause, type);
  return cause ? say(cause.words) : '';
};

export const LevelTag = ({ alarm }: AlarmProps) => <CodeTag item={itemOf(exceptionLevel, alarm.level)} />;

/** Where it is: the pile and gun, or the place of an incident with its piles. */
export const AlarmPlace = ({ alarm }: AlarmProps) => {
  const say = useSay();
  const { kind, stationName, agentName, cpCode, subject, gunNumber, lasting, members, code } = alarm;
  const scope = itemOf(incidentScope, code);
  const place = stationName ?? agentName ?? (kind === 'incident' && scope ? say(scope.words) : null);
  const part = gunNumber === 0 ? undefined : say(words.gun, { n: gunNumber });
  return (
    <span className="al-place">
      {place !== null && <span className="co-clip">{place}</span>}
      {kind === 'incident' && <span className="co-num">{say(words.incidentPiles, { lasting, members })}</span>}
      {cpCode !== null && <a href={`#/network/pile?view=${encodeURIComponent(cpCode)}&tab=alarms`}>{cpCode}</a>}
      {subject !== null && <span className="co-num">{subject}</span>}
      {part !== undefined && <span>{part}</span>}
    </span>
  );
};

/** Why it stands where it stands, with the numbers behind an amount. */
export const RankReason = ({ alarm }: AlarmProps) => {
  const say = useSay();
  const language = useLanguage();
  const { reason, riskCents, currency, basis, kind } = alarm;
  const money = (cents: number): string =>
    `${currencySymbol(currency, language)}${groupDigits(formatScaled(BigInt(Math.round(cents)), CENTS_SCALE))}`;
  const risk = riskCents !== null && riskCents > 0 ? say(words.money, { risk: money(riskCents) }) : undefined;
  const hourly = basis && { hourly: money(basis.lossCentsPerHour), span: formatSpan(basis.repairS) };
  const numbers = basis && hourly && say(words.basis, { guns: basis.guns, lost: basis.lost, used: basis.usuallyOccupied, ...hourly });
  return (
    <span className="al-reason">
      {reason === 'danger' && <b className="al-danger">{say(words.danger)}</b>}
      {risk !== undefined && <b className="co-num">{risk}</b>}
      {risk !== undefined && <span className="co-hint">{numbers ?? (kind === 'incident' ? say(words.sumOfPiles) : '')}</span>}
      {reason === 'level' && <span className="co-hint">{say(words.byLevel)}</span>}
    </span>
  );
};

/** Who attends to it, until when it is silenced, and what explains it. */
export const AlarmState = ({ alarm }: AlarmProps) => {
  const say = useSay();
  const { ackTime, ackUser, shelvedUntil, suppressedBy } = alarm;
  const cause = suppressedBy === null ? undefined : itemOf(suppression, suppressedBy);
  return (
    <span className="al-state">
      {ackTime === null ? (
        <span className="co-code co-code-bad">{say(words.unacknowledged)}</span>
      ) : (
        <span className="co-hint">{say(words.acknowledgedBy, { user: ackUser ?? '' })}</span>
      )}
      {shelvedUntil !== null && <span className="co-hint">{say(words.shelved, { time: formatInstant(shelvedUntil, viewerZone()) })}</span>}
      {cause && <span className="co-hint">{say(cause.words)}</span>}
    </span>
  );
};
