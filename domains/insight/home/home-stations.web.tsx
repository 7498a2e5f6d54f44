import { LoadError } from '#kit/web/load-error.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { OrdersLink } from '../charge-sum/data-page.web.tsx';
import type { HomeQuery } from './home-board.web.tsx';
import { homeWords as words } from './home-data.labels.ts';
import { homeApi } from './home-data.ts';
import { addressOf, HomeWait, valueCell } from './home-values.web.tsx';

const RANKED_DAYS = 30;

/** The stations with the largest figures of the last days, each beside a bar of its share of the first. */
export const HomeStations = ({ query }: { readonly query: HomeQuery }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(homeApi.stations, { ...query, days: RANKED_DAYS }, { keep: true });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <HomeWait />;
  const largest = (currency: string | null): number =>
    Math.max(...data.stations.filter((row) => row.currency === currency).map(({ value }) => Number(value)), 0);
  const share = (value: string, currency: string | null): number => (largest(currency) === 0 ? 0 : Number(value) / largest(currency));
  return (
    <>
      <h3>{say(words.ranking, { n: RANKED_DAYS })}</h3>
      {data.stations.length === 0 && <p className="co-hint">{say(words.none)}</p>}
      <ol className="hd-ranking">
        {data.stations.map(({ stationId, stationName, currency, value }) => (
          <li key={`${stationId} ${currency ?? ''}`}>
            <span>{stationName}</span>
            <i aria-hidden style={{ inlineSize: `${(share(value, currency) * 100).toFixed(1)}%` }} />
            <b>
              <OrdersLink to={addressOf({ ...query, stationId }, data)} name={stationName}>
                {valueCell({ currency, value }, query.statType)}
              </OrdersLink>
            </b>
          </li>
        ))}
      </ol>
    </>
  );
};
