import type { ReactNode } from 'react';
import { pileApi } from '#domains/network/resources.ts';
import { formatSpan } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import { ordersBehind } from '../charge-sum/orders-behind.rules.ts';
import { pileAddress } from './behind.rules.ts';
import { Delivered } from './delivered.web.tsx';
import { Figure, ListLink, percent } from './figure.web.tsx';
import { operationWords as words } from './operation.labels.ts';
import { ORDER_DAYS_MAX } from './operation.ts';
import type { UseAnalysis } from './operation.ts';
import type { BoardQuery } from './operation.web.tsx';

interface UseProps {
  readonly use: UseAnalysis;
  readonly query: BoardQuery;
}

/** The station and the type, as filters of a list of piles. */
const placeFilter = ({ stationId, cpType }: BoardQuery): Readonly<Record<string, string>> => ({
  ...(stationId !== undefined && { stationId }),
  ...(cpType !== undefined && { cpType: String(cpType) }),
});

const TURNOVER_DIGITS = 2;

/** How much piles and guns are used. */
export const UseFigures = ({ use, query }: UseProps) => {
  const say = useSay();
  const { from, to, pilesInUse, piles, guns, byTime, byEnergy, turnover, chargeS, spread, dwell } = use;
  const delivered = (value: ReactNode) => (
    <Delivered days={use} filters={placeFilter(query)}>
      {value}
    </Delivered>
  );
  const existing = (
    <ListLink to={pileAddress(placeFilter(query))} allow={pileApi.list.allow}>
      {say(words.pilesOf, { n: piles, guns })}
    </ListLink>
  );
  const { stationId, cpType } = query;
  const charges = {
    from,
    to,
    filters: stationId === undefined ? {} : { stationId },
    cpType: cpType === undefined ? undefined : String(cpType),
  };
  const link = (name: string, value: string, isUnplugged = false) => (
    <OrdersLink to={ordersBehind({ ...charges, isUnplugged })} name={name}>
      {value}
    </OrdersLink>
  );
  return (
    <section className="co-card op-figures" aria-label={say(words.byTime)}>
      <Figure name={say(words.pilesInUse)} help={say(words.pilesInUseHelp)} notes={[existing]}>
        {delivered(pilesInUse)}
      </Figure>
      <Figure name={say(words.byTime)} help={say(words.byTimeHelp)}>
        {byTime === null ? '—' : delivered(percent(byTime))}
      </Figure>
      <Figure name={say(words.byEnergy)} help={say(words.byEnergyHelp)}>
        {byEnergy === null ? '—' : delivered(percent(byEnergy))}
      </Figure>
      <Figure name={say(words.turnover)} help={say(words.turnoverHelp)} notes={[turnover === null ? undefined : say(words.perGunDay)]}>
        {turnover === null ? '—' : link(say(words.turnover), turnover.toFixed(TURNOVER_DIGITS))}
      </Figure>
      <Figure
        name={say(words.duration)}
        help={say(words.durationHelp)}
        notes={[spread === null ? undefined : say(words.spread, { median: formatSpan(spread.medianS), p90: formatSpan(spread.p90S) })]}
      >
        {chargeS === null ? '—' : link(say(words.duration), formatSpan(Math.round(chargeS)))}
      </Figure>
      <Figure
        name={say(words.dwell)}
        help={say(words.dwellHelp, { charges: dwell?.charges ?? 0, n: ORDER_DAYS_MAX })}
        notes={
          dwell === null
            ? []
            : [
                say(words.spread, { median: formatSpan(dwell.medianS), p90: formatSpan(dwell.p90S) }),
                say(words.stayed, { share: percent(dwell.stayedShare) }),
                say(words.dwellOrders, { n: dwell.charges }),
              ]
        }
      >
        {dwell === null ? '—' : link(say(words.dwell), formatSpan(Math.round(dwell.meanS)), true)}
      </Figure>
    </section>
  );
};
