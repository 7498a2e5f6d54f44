import { useState } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { CodeTag, EmptyCell, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { PileDetails } from '#domains/device/web.ts';
import { pileFault, pileProtocol, pileWorkState } from '#domains/network/resources.ts';
import { pileTopic } from '../live/topics.ts';
import type { PileMessage } from '../live/topics.ts';
import { Figure } from './figure.web.tsx';
import type { LivePile } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { hasPileFault, stateSince } from './pile-state.rules.ts';

/** The state of a pile, with its fault where it has one. */
export const PileState = ({ pile }: { readonly pile: LivePile }) => {
  const { cpWorkStat, cpFaultType } = pile;
  return (
    <span className="cm-pile-state">
      <CodeTag item={itemOf(pileWorkState, cpWorkStat)} fallback={String(cpWorkStat)} />
      {hasPileFault(pile) && cpFaultType !== null && <CodeTag item={itemOf(pileFault, cpFaultType)} fallback={String(cpFaultType)} />}
    </span>
  );
};

const sinceWords = { offline: monitorWords.offlineSince, upgrade: monitorWords.upgradeSince, online: monitorWords.onlineSince } as const;

interface PileProps {
  readonly pile: LivePile;
  /** The time zone of the station. */
  readonly zone: string | undefined;
}

/** Since when a pile has been in its state; empty where that is not known. */
export const StateSince = ({ pile, zone }: PileProps) => {
  const say = useSay();
  const { kind, at } = stateSince(pile);
  if (at === null) return null;
  return (
    <span>
      {say(sinceWords[kind])} <InstantCell value={at} zone={zone} />
    </span>
  );
};

/** Everything that a pile reports of itself; while it is shown, each report appears. */
export const PileFacts = ({ pile, zone }: PileProps) => {
  const say = useSay();
  const [report, setReport] = useState<PileMessage>();
  useLive(pileTopic, pile.cpCode, setReport);
  const { kind, at } = stateSince(pile);
  const lastSeen = report ? new Date(report.atMs).toISOString() : pile.lastSeen;
  const details = report?.details ?? pile.details;
  const protocol = itemOf(pileProtocol, pile.protocol);
  return (
    <section className="ch-section">
      <h3>{say(monitorWords.pileSection)}</h3>
      <dl className="ch-figures cm-facts">
        <Figure label={say(monitorWords.pile)}>{pile.cpName}</Figure>
        <Figure label={say(monitorWords.pileState)}>
          <PileState pile={pile} />
        </Figure>
        {at !== null && (
          <Figure label={say(sinceWords[kind])}>
            <InstantCell value={at} zone={zone} />
          </Figure>
        )}
        <Figure label={say(monitorWords.pileHeard)}>
          {lastSeen === null ? say(monitorWords.neverHeard) : <InstantCell value={lastSeen} zone={zone} />}
        </Figure>
        <Figure label={say(pileProtocol.title)}>{protocol && say(protocol.words)}</Figure>
        <Figure label={say(monitorWords.firmware)}>{pile.mainSw ?? <EmptyCell />}</Figure>
      </dl>
      {details && <PileDetails details={details} />}
    </section>
  );
};
