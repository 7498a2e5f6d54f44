import { mainPartType } from '#domains/customer/resources.ts';
import type { ScreenSums } from '#domains/insight/resources.ts';
import { wordsOfCode } from '../code-words.ts';
import { amountShown, countShown, energyShown, stationDay, textOf, weightShown } from '../format.ts';
import { Bars } from '../parts/bars.tsx';
import { Figure } from '../parts/figure.tsx';
import { Panel } from '../parts/panel.tsx';
import { Ring } from '../parts/ring.tsx';
import { useSpeech } from '../say.tsx';
import type { ViewProps } from './charging-view.tsx';
import { RankingPanel } from './ranking-panel.tsx';

const PARTY_TONES = ['tone-busy', 'tone-idle', 'tone-reserved', 'tone-plugged', 'tone-ended'];

/** What was charged so far. */
export const DataView = ({ live, sums }: ViewProps) => {
  const { say, tag } = useSpeech();
  const month = sums.months.at(-1);
  const lastMonth = sums.months.at(-2);
  return (
    <div className="view view-data">
      <div className="figures">
        <Figure name={say('total')} shown={energyShown(sums.total.energyDwh, tag)} />
        <Figure name={say('totalAmount')} shown={amountShown(sums.total.amountCents, sums, tag)} />
        <Figure name={say('totalCharges')} shown={countShown(sums.total.charges, tag)} />
        <Figure
          name={say('energyMonth')}
          shown={energyShown(month?.energyDwh ?? 0, tag)}
          note={say('lastMonth', { value: textOf(energyShown(lastMonth?.energyDwh ?? 0, tag)) })}
        />
        <Figure name={say('energyYear')} shown={energyShown(sums.year.energyDwh, tag)} />
        <Figure name={say('carbon')} shown={weightShown(sums.carbonKg, tag)} note={say('carbonHint', { kg: sums.carbonKgPerKwh.toFixed(3) })} />
      </div>
      <MonthsPanel live={live} sums={sums} />
      <RankingPanel sums={sums} />
      <PartiesPanel sums={sums} />
      <StagesPanel sums={sums} />
    </div>
  );
};

const MonthsPanel = ({ live, sums }: ViewProps) => {
  const { say, tag } = useSpeech();
  const today = stationDay(Date.parse(live.now), sums.hour);
  const bars = sums.months.map(({ energyDwh }, index) => ({
    label: new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (sums.months.length - 1 - index))).toLocaleDateString(tag, {
      month: 'short',
      year: '2-digit',
      timeZone: 'UTC',
    }),
    value: energyDwh,
    isOpen: index === sums.months.length - 1,
    ...(energyDwh > 0 && { text: textOf(energyShown(energyDwh, tag)) }),
  }));
  return (
    <Panel title={say('months')} className="wide" isEmpty={bars.every(({ value }) => value === 0)}>
      <Bars bars={bars} title={say('months')} />
    </Panel>
  );
};

interface SumsProps {
  readonly sums: ScreenSums;
}

const PartiesPanel = ({ sums: { parties } }: SumsProps) => {
  const { say, words, tag } = useSpeech();
  const slices = parties.map(({ type, energyDwh }, index) => ({
    name: words(wordsOfCode(mainPartType, type)) || say('unknownParty'),
    value: energyDwh,
    tone: PARTY_TONES[index % PARTY_TONES.length] ?? '',
    text: textOf(energyShown(energyDwh, tag)),
  }));
  const charges = parties.reduce((sum, party) => sum + party.charges, 0);
  return (
    <Panel title={say('parties')} isEmpty={slices.length === 0}>
      <Ring slices={slices} title={say('parties')} middle={countShown(charges, tag).value} under={say('charges')} />
    </Panel>
  );
};

const STAGES = [
  { word: 'tip', tone: 'tone-fault' },
  { word: 'peak', tone: 'tone-ended' },
  { word: 'flat', tone: 'tone-busy' },
  { word: 'valley', tone: 'tone-idle' },
] as const;

const StagesPanel = ({ sums: { stagesDwh } }: SumsProps) => {
  const { say, tag } = useSpeech();
  const sum = stagesDwh.reduce((all, dwh) => all + dwh, 0);
  const slices = STAGES.map(({ word, tone }, index) => {
    const value = stagesDwh[index] ?? 0;
    return { name: say(word), value, tone, text: textOf(energyShown(value, tag)) };
  });
  const { value, unit } = energyShown(sum, tag);
  return (
    <Panel title={say('stages')} isEmpty={sum === 0}>
      <Ring slices={slices} title={say('stages')} middle={value} under={unit} />
    </Panel>
  );
};
