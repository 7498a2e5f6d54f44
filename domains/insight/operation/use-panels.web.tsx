import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatSpan } from '#kit/web/format.ts';
import { NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { pileApi } from '#domains/network/resources.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import { ordersBehind } from '../charge-sum/orders-behind.rules.ts';
import { pileAddress, pilesBehind } from './behind.rules.ts';
import { DORMANT_DAYS_MAX, ORDER_DAYS_MAX } from './operation.ts';
import { Figure, Help, percent } from './figure.web.tsx';
import { operationWords as words, weekdayWords } from './operation.labels.ts';
import type { PileUse, UseAnalysis } from './operation.ts';
import type { BoardQuery } from './operation.web.tsx';

interface UseProps {
  readonly use: UseAnalysis;
}

interface RatesProps extends UseProps {
  readonly query: BoardQuery;
}

export const UsePanels = ({ use, query }: RatesProps) => (
  <>
    <Rates use={use} query={query} />
    <Heat use={use} />
    <Piles use={use} />
  </>
);

/** What piles of the same place delivered on the days. */
const pilesAddress = (from: string, to: string, { stationId, cpType }: BoardQuery): string => {
  const filters = {
    statDay_begin: from,
    statDay_end: to,
    ...(stationId !== undefined && { stationId }),
    ...(cpType !== undefined && { cpType: String(cpType) }),
  };
  return `/statistics/pile-data?${String(new URLSearchParams(filters))}`;
};

const TURNOVER_DIGITS = 2;

const Rates = ({ use, query }: RatesProps) => {
  const say = useSay();
  const { from, to, pilesInUse, piles, guns, byTime, byEnergy, turnover, chargeS, spread, dwell } = use;
  const { stationId, cpType } = query;
  const orders = ordersBehind({
    from,
    to,
    filters: stationId === undefined ? {} : { stationId },
    cpType: cpType === undefined ? undefined : String(cpType),
  });
  const link = (name: string, value: string) => (
    <OrdersLink to={orders} name={name}>
      {value}
    </OrdersLink>
  );
  return (
    <section className="co-card op-figures" aria-label={say(words.byTime)}>
      <Figure name={say(words.pilesInUse)} help={say(words.pilesInUseHelp)} notes={[say(words.pilesOf, { n: piles, guns })]}>
        <Link to={pilesAddress(from, to, query)}>{pilesInUse}</Link>
      </Figure>
      <Figure name={say(words.byTime)} help={say(words.byTimeHelp)}>
        <Link to={pilesAddress(from, to, query)}>{percent(byTime)}</Link>
      </Figure>
      <Figure name={say(words.byEnergy)} help={say(words.byEnergyHelp)}>
        <Link to={pilesAddress(from, to, query)}>{percent(byEnergy)}</Link>
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
              ]
        }
      >
        {dwell === null ? '—' : formatSpan(Math.round(dwell.meanS))}
      </Figure>
    </section>
  );
};

const HOURS_BETWEEN_LABELS = 3;
const HEAT_STEPS = 10;

/** A table, so that it can be read and heard; each cell is as strong as its share, relative to the busiest. */
const Heat = ({ use: { heat } }: UseProps) => {
  const say = useSay();
  const most = Math.max(0, ...heat.flat().map((share) => share ?? 0));
  return (
    <section className="co-card op-box">
      <h2>
        <Help help={say(words.heatHelp)}>{say(words.heat)}</Help>
      </h2>
      <div className="op-heat">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="co-sr">{say(words.heat)}</span>
              </th>
              {heat[0]?.map((_share, hour) => (
                <th key={hour} scope="col">
                  <span className={hour % HOURS_BETWEEN_LABELS === 0 ? undefined : 'co-sr'}>{say(words.hour, { n: hour })}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heat.map((row, weekday) => (
              <tr key={weekdayWords[weekday]?.[2]}>
                <th scope="row">{say(weekdayWords[weekday] ?? words.none)}</th>
                {row.map((share, hour) => (
                  <td
                    key={hour}
                    data-step={most === 0 || share === null ? 0 : Math.round((share / most) * HEAT_STEPS)}
                    title={`${say(weekdayWords[weekday] ?? words.none)} ${say(words.hour, { n: hour })} ${percent(share)}`}
                  >
                    <span className="co-sr">{percent(share)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const Piles = ({ use }: UseProps) => {
  const say = useSay();
  const { best, worst, dormant, dormantCount, dormantCodes } = use;
  const { ok } = usePermission()(pileApi.list.allow);
  return (
    <div className="op-three">
      <PileTable title={say(words.best)} help={say(words.rankHelp)} piles={best} use={use} />
      <PileTable title={say(words.worst)} help={say(words.rankHelp)} piles={worst} use={use} />
      <PileTable title={say(words.dormant)} help={say(words.dormantHelp, { n: dormantCount })} piles={dormant} use={use} isDormant>
        {ok && dormantCodes.length > 0 && (
          <Link to={pileAddress(pilesBehind(dormantCodes))}>
            {dormantCount > dormantCodes.length
              ? say(words.dormantLongest, { n: dormantCodes.length, more: dormantCount - dormantCodes.length })
              : say(words.dormantAll, { n: dormantCount })}
          </Link>
        )}
      </PileTable>
    </div>
  );
};

interface PileTableProps extends UseProps {
  readonly title: string;
  readonly help: string;
  readonly piles: readonly PileUse[];
  readonly isDormant?: true;
  readonly children?: ReactNode;
}

const PileTable = ({ title, help, piles, use: { from, to }, isDormant, children }: PileTableProps) => {
  const say = useSay();
  return (
    <section className="co-card op-box">
      <h2>
        <Help help={help}>{title}</Help>
      </h2>
      {piles.length === 0 && <p className="co-hint">{say(words.none)}</p>}
      {piles.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{say(words.pile)}</th>
              {isDormant && <th>{say(words.lastDay)}</th>}
              {!isDormant && <th>{say(words.byTime)}</th>}
              {!isDormant && <th>{say(words.orders)}</th>}
            </tr>
          </thead>
          <tbody>
            {piles.map(({ cpCode, stationName, byTime, charges, lastDay }) => (
              <tr key={cpCode}>
                <td>
                  <Link to={`/statistics/pile-data?cpCode=${encodeURIComponent(cpCode)}`}>{cpCode}</Link>{' '}
                  <span className="co-hint">{stationName}</span>
                </td>
                {isDormant && <td className="co-num">{lastDay ?? say(words.longAgo, { n: DORMANT_DAYS_MAX })}</td>}
                {!isDormant && <td className="co-num">{percent(byTime)}</td>}
                {!isDormant && (
                  <td>
                    <OrdersLink to={ordersBehind({ from, to, filters: { cpCode } })} name={cpCode}>
                      <NumberCell value={charges} />
                    </OrdersLink>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {children}
    </section>
  );
};
