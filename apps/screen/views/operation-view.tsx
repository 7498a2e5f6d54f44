import { amountShown, countShown, percentText, stationDay, textOf } from '../format.ts';
import { Alarms } from '../parts/alarms.tsx';
import { Bars } from '../parts/bars.tsx';
import { Figure } from '../parts/figure.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSpeech } from '../say.tsx';
import type { ViewProps } from './charging-view.tsx';
import { GunsRing } from './guns-ring.tsx';
import { HoursPanel } from './hours-panel.tsx';
import { RankingPanel } from './ranking-panel.tsx';

const DAY_MS = 24 * 3_600_000;
const WEEK = 7;

/** What the network earns, and how it is used. */
export const OperationView = ({ live, sums }: ViewProps) => {
  const { say, tag } = useSpeech();
  const [yesterday, today] = sums.days.slice(-2);
  const [lastMonth, month] = sums.months.slice(-2);
  const amount = (minor: number | undefined) => amountShown(minor ?? 0, sums, tag);
  const note = sums.otherCurrencies.length === 0 ? undefined : say('otherCurrencies', { list: sums.otherCurrencies.join(', ') });
  return (
    <div className="view view-operation">
      <div className="figures">
        <Figure
          name={say('amountToday')}
          shown={amount(today?.amountCents)}
          note={say('yesterday', { value: textOf(amount(yesterday?.amountCents)) })}
        />
        <Figure
          name={say('amountMonth')}
          shown={amount(month?.amountCents)}
          note={say('lastMonth', { value: textOf(amount(lastMonth?.amountCents)) })}
        />
        <Figure name={say('amountYear')} shown={amount(sums.year.amountCents)} {...(note !== undefined && { note })} />
        <Figure
          name={say('chargesToday')}
          shown={countShown(today?.charges ?? 0, tag)}
          note={say('yesterday', { value: textOf(countShown(yesterday?.charges ?? 0, tag)) })}
        />
        <Figure name={say('usage')} shown={{ value: sums.usage === null ? '–' : percentText(sums.usage, tag), unit: '' }} note={say('usageHint')} />
      </div>
      <WeekPanel live={live} sums={sums} />
      <RankingPanel sums={sums} />
      <HoursPanel sums={sums} />
      <GunsRing live={live} />
      <Alarms live={live} />
    </div>
  );
};

/** The last seven days, today not complete, over the same days of the week before. */
const WeekPanel = ({ live, sums }: ViewProps) => {
  const { say, tag } = useSpeech();
  const todayMs = stationDay(Date.parse(live.now), sums.hour).getTime();
  const bars = sums.days.slice(-WEEK).map(({ amountCents }, index) => ({
    label: new Date(todayMs - (WEEK - 1 - index) * DAY_MS).toLocaleDateString(tag, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }),
    value: amountCents,
    before: sums.days[index]?.amountCents ?? 0,
    isOpen: index === WEEK - 1,
    ...(amountCents > 0 && { text: textOf(amountShown(amountCents, sums, tag)) }),
  }));
  return (
    <Panel title={say('week')} hint={say('weekHint')} className="wide" isEmpty={bars.every(({ value, before }) => value === 0 && before === 0)}>
      <Bars bars={bars} title={say('week')} />
    </Panel>
  );
};
