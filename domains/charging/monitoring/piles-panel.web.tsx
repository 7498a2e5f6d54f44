import { Button } from 'antd';
import { useState } from 'react';
import { pile as pileNoun } from '#domains/network/resources.ts';
import { rowTopic } from '#kit/resource/row-topic.ts';
import { useSay } from '#kit/web/language.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useDebouncedRefetch } from '../live/debounced-refetch.web.ts';
import { monitor } from './monitor.ts';
import type { LivePile } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { PileState, StateSince } from './pile-facts.web.tsx';
import { isWell } from './pile-state.rules.ts';

interface PilesPanelProps {
  readonly piles: readonly LivePile[];
  readonly zone: string | undefined;
}

/** The piles of a station with their own states: first those that need a look, and on request all. */
export const PilesPanel = ({ piles, zone }: PilesPanelProps) => {
  const say = useSay();
  const [showsAll, setShowsAll] = useState(false);
  useChangedPiles();
  const unwell = piles.filter((pile) => !isWell(pile));
  const shown = showsAll ? piles : unwell;
  const wellCount = piles.length - unwell.length;
  if (piles.length === 0) return null;
  return (
    <section className="co-card cm-piles" aria-label={say(monitorWords.piles)}>
      <header>
        <h3>{say(monitorWords.piles)}</h3>
        <span className="co-hint">{say(monitorWords.pilesNormal, { n: wellCount })}</span>
        {wellCount > 0 && (
          <Button type="link" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {say(showsAll ? monitorWords.pilesShowLess : monitorWords.pilesShowAll)}
          </Button>
        )}
      </header>
      {shown.length > 0 && (
        <ul>
          {shown.map((pile) => (
            <li key={pile.cpCode}>
              <b>{pile.cpCode}</b>
              <span className="co-clip" title={pile.cpName}>
                {pile.cpName}
              </span>
              <PileState pile={pile} />
              <small className="co-hint">
                <StateSince pile={pile} zone={zone} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Upgrades, and what operators change at a pile, are told to those who may list piles; the topic of the station tells the rest. */
const useChangedPiles = (): void => {
  const may = usePermission()(`${pileNoun.name}:list`);
  const refetch = useDebouncedRefetch(monitor);
  useLive(rowTopic, may.ok ? pileNoun.name : undefined, refetch);
};
