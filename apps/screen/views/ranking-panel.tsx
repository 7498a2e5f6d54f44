import type { ScreenSums } from '#domains/insight/resources.ts';
import { amountShown, energyShown, textOf } from '../format.ts';
import { Panel } from '../parts/panel.tsx';
import { Ranking } from '../parts/rows.tsx';
import { useSpeech } from '../say.tsx';

export const RankingPanel = ({ sums, className = '' }: { readonly sums: ScreenSums; readonly className?: string }) => {
  const { say, tag } = useSpeech();
  const rows = sums.ranking.map(({ name, energyDwh, amountCents }) => ({
    name,
    value: energyDwh,
    text: textOf(energyShown(energyDwh, tag)),
    note: textOf(amountShown(amountCents, sums, tag)),
  }));
  return (
    <Panel title={say('ranking')} className={className} isEmpty={rows.length === 0}>
      <Ranking rows={rows} />
    </Panel>
  );
};
