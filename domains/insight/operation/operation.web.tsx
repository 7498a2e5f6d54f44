import { Segmented, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { loadPastNote } from '#domains/charging/web.ts';
import type { pileType } from '#domains/network/resources.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { PileTypeChoice, pileTypeIn } from '../figures/pile-type-choice.web.tsx';
import { ChargePanels } from './charge-panels.web.tsx';
import { NotLoaded } from './figure.web.tsx';
import type { NotLoadedProps } from './figure.web.tsx';
import { Heat } from './heat.web.tsx';
import { operationWords as words } from './operation.labels.ts';
import { operationApi } from './operation.ts';
import { PileTables } from './pile-tables.web.tsx';
import { StartPanels } from './start-panels.web.tsx';
import { UseFigures } from './use-figures.web.tsx';
import './operation.css';

const PastNote = lazyComponent(loadPastNote);

const PERIODS: readonly number[] = [1, 7, 30, 90];
const USUAL_DAYS = 7;

/** What the panels are of; it is part of the address. */
export interface BoardQuery {
  readonly days: number;
  readonly stationId?: string;
  readonly cpType?: CodeValue<typeof pileType>;
}

/** How the network does: amounts, use, starts and piles of the last days, beside as many days before. */
export const OperationBoard = () => {
  const say = useSay();
  const [params, setParams] = useSearchParams();
  const query = queryOf(params);
  const set = (name: keyof BoardQuery, value: string | undefined): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === undefined) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="op-board">
      <header className="op-head">
        <Segmented
          aria-label={say(words.period)}
          value={query.days}
          options={PERIODS.map((value) => ({ value, label: value === 1 ? say(words.today) : say(words.lastDays, { n: value }) }))}
          onChange={(value) => set('days', String(value))}
        />
        <PileTypeChoice value={query.cpType} onChange={(value) => set('cpType', value)} />
        <div className="op-station">
          <RefSelect
            to="station"
            allowClear
            aria-label={say(words.station)}
            placeholder={say(words.allStations)}
            value={query.stationId ?? null}
            onChange={(value) => set('stationId', value ?? undefined)}
          />
        </div>
      </header>
      <PastNote />
      <Charges query={query} />
      <Use query={query} />
      <StartPanels query={query} />
    </div>
  );
};

const queryOf = (params: URLSearchParams): BoardQuery => {
  const days = PERIODS.find((period) => String(period) === params.get('days')) ?? USUAL_DAYS;
  const cpType = pileTypeIn(params);
  const stationId = params.get('stationId');
  return { days, ...(stationId !== null && { stationId }), ...(cpType !== undefined && { cpType }) };
};

interface PanelProps {
  readonly query: BoardQuery;
}

/** Each panel loads and fails by itself. */
const Charges = ({ query }: PanelProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(operationApi.charges, query, { keep: true });
  if (error && !data) return <FailedCard name={say(words.amount)} error={error} retry={refetch} />;
  return data ? <ChargePanels charges={data} query={query} /> : <Skeleton active className="co-card co-table-skeleton" />;
};

const Use = ({ query }: PanelProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(operationApi.use, query, { keep: true });
  const figures = data ? <UseFigures use={data} query={query} /> : <Skeleton active className="co-card co-table-skeleton" />;
  return (
    <>
      {error && !data ? <FailedCard name={say(words.byTime)} error={error} retry={refetch} /> : figures}
      <BusyHours query={query} />
      {data && <PileTables use={data} query={query} />}
    </>
  );
};

/** The same for every number of days. */
const BusyHours = ({ query }: PanelProps) => {
  const say = useSay();
  const { days: _days, ...place } = query;
  const { data, error, refetch } = useCall(operationApi.heat, place, { keep: true });
  if (error && !data) return <FailedCard name={say(words.heat)} error={error} retry={refetch} />;
  return data ? <Heat heat={data} query={query} /> : <Skeleton active className="co-card co-table-skeleton" />;
};

const FailedCard = (props: NotLoadedProps) => (
  <section className="co-card op-box">
    <NotLoaded {...props} />
  </section>
);
