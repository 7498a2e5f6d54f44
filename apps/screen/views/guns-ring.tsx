import { gunState } from '#engines/pile/codes.ts';
import { OFFLINE } from '#domains/charging/resources.ts';
import type { ScreenLive } from '#domains/insight/resources.ts';
import { countShown } from '../format.ts';
import { Panel } from '../parts/panel.tsx';
import { Ring } from '../parts/ring.tsx';
import { useSpeech } from '../say.tsx';
import type { ScreenWord } from '../screen.labels.ts';

/** The states of guns that are shown as one, with the colour of each group. */
const GROUPS: readonly { readonly word: ScreenWord; readonly tone: string; readonly states: readonly number[] }[] = [
  { word: 'busy', tone: 'tone-busy', states: [gunState.charging, gunState.starting] },
  { word: 'idle', tone: 'tone-idle', states: [gunState.idle] },
  { word: 'plugged', tone: 'tone-plugged', states: [gunState.plugged] },
  { word: 'ended', tone: 'tone-ended', states: [gunState.ended] },
  { word: 'reserved', tone: 'tone-reserved', states: [gunState.reserving, gunState.reserved] },
  { word: 'fault', tone: 'tone-fault', states: [gunState.fault, gunState.failed] },
  { word: 'offline', tone: 'tone-offline', states: [OFFLINE] },
  { word: 'disabled', tone: 'tone-disabled', states: [gunState.disabled] },
];

export const GunsRing = ({ live: { gunsByState, piles, onlinePiles } }: { readonly live: ScreenLive }) => {
  const { say, tag } = useSpeech();
  const all = Object.values(gunsByState).reduce((sum, count) => sum + count, 0);
  const slices = GROUPS.map(({ word, tone, states }) => {
    const value = states.reduce((sum, state) => sum + (gunsByState[String(state)] ?? 0), 0);
    return { name: say(word), value, tone, text: countShown(value, tag).value };
  }).filter(({ value, tone }) => value > 0 || tone === 'tone-busy' || tone === 'tone-idle');
  return (
    <Panel title={say('guns')} hint={`${say('piles')} ${onlinePiles}/${piles}`} isEmpty={all === 0}>
      <Ring slices={slices} title={say('guns')} middle={countShown(all, tag).value} under={say('guns')} />
    </Panel>
  );
};
