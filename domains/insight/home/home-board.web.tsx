import { Segmented, Select } from 'antd';
import { useSearchParams } from 'react-router';
import type { pileType } from '#domains/network/resources.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { PileTypeChoice, pileTypeIn } from '../figures/pile-type-choice.web.tsx';
import { Help } from '../operation/figure.web.tsx';
import { choiceIn, rememberChoice } from './last-choice.web.ts';
import { HomeOperational } from './home-operational.web.tsx';
import { HomePeriods } from './home-periods.web.tsx';
import { HomeStations } from './home-stations.web.tsx';
import { statType } from './home-data.codes.ts';
import { homeWords as words } from './home-data.labels.ts';
import { ALL_STATIONS, homeApi } from './home-data.ts';
import '../operation/operation.css';
import './home-board.css';

const kinds = ['operational', 'stations', 'monthly', 'annual'] as const;
type Kind = (typeof kinds)[number];

/** What the figures are of; it is part of the address. */
export interface HomeQuery {
  readonly stationId: string;
  readonly statType: CodeValue<typeof statType>;
  readonly cpType?: CodeValue<typeof pileType>;
}

/** Operational, station, monthly and annual figures, for viewers who may see them. */
export const HomeBoard = () => {
  const say = useSay();
  const { ok } = usePermission()(homeApi.operational.allow);
  const [address, setAddress] = useSearchParams();
  if (!ok) return null;
  const params = choiceIn(address);
  const set = (changes: Readonly<Record<string, string | null>>): void => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes))
      if (value === null) next.delete(name);
      else next.set(name, value);
    rememberChoice(next);
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  const kind = kinds.find((one) => one === params.get('data')) ?? 'operational';
  const query = queryOf(params);
  return (
    <section className="co-card op-box hd-board" aria-label={say(words.title)}>
      <header className="op-boxhead">
        <h2>
          <Help help={say(words.help)}>{say(words.title)}</Help>
        </h2>
        <Segmented<Kind>
          aria-label={say(words.data)}
          value={kind}
          options={kinds.map((value) => ({ value, label: say(words[value]) }))}
          onChange={(value) => set({ data: value })}
        />
      </header>
      <Filters kind={kind} query={query} set={set} />
      <div className="hd-body">
        {query.stationId === '' ? <p className="co-hint">{say(words.chooseStation)}</p> : <Body kind={kind} query={query} />}
      </div>
    </section>
  );
};

const Body = ({ kind, query }: { readonly kind: Kind; readonly query: HomeQuery }) => {
  if (kind === 'operational') return <HomeOperational query={query} />;
  if (kind === 'stations') return <HomeStations query={query} />;
  return <HomePeriods query={query} isAnnual={kind === 'annual'} key={kind} />;
};

const statTypes = Object.values(statType.items);

const queryOf = (params: URLSearchParams): HomeQuery => {
  const type = statTypes.find(({ value }) => String(value) === params.get('statType')) ?? statType.items.amount;
  const cpType = pileTypeIn(params);
  return { stationId: params.get('station') ?? ALL_STATIONS, statType: type.value, ...(cpType !== undefined && { cpType }) };
};

interface FiltersProps {
  readonly kind: Kind;
  readonly query: HomeQuery;
  readonly set: (changes: Readonly<Record<string, string | null>>) => void;
}

/** A statistic type and a station are always chosen: all stations are one of the choices. */
const Filters = ({ kind, query, set }: FiltersProps) => {
  const say = useSay();
  const isAll = query.stationId === ALL_STATIONS;
  return (
    <div className="hd-filters">
      {kind !== 'operational' && (
        <Select
          className="hd-type"
          aria-label={say(statType.title)}
          value={query.statType}
          options={statTypes.map(({ value, words: name }) => ({ value, label: say(name) }))}
          onChange={(value) => set({ statType: String(value) })}
        />
      )}
      <Segmented
        aria-label={say(words.station)}
        value={isAll ? 'all' : 'one'}
        options={[
          { value: 'all', label: say(words.allStations) },
          { value: 'one', label: say(words.oneStation) },
        ]}
        onChange={(value) => set({ station: value === 'all' ? null : '' })}
      />
      {!isAll && (
        <div className="hd-station">
          <RefSelect
            to="station"
            allowClear={false}
            aria-label={say(words.station)}
            placeholder={say(words.chooseStation)}
            value={query.stationId === '' ? null : query.stationId}
            onChange={(value) => set({ station: value ?? '' })}
          />
        </div>
      )}
      <PileTypeChoice value={query.cpType} onChange={(value) => set({ cpType: value ?? null })} />
    </div>
  );
};
