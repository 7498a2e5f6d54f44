import { Segmented, Skeleton, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BarChart } from '#kit/web/chart/charts.tsx';
import { formatInstant, formatSpan, viewerZone } from '#kit/web/format.ts';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { exceptionName } from '../exception-conf/exception-names.ts';
import { alarmMeasureWords as words } from './alarm-measure.labels.ts';
import { alarmMeasureApi } from './alarm-measure.ts';
import type { AlarmMeasures, MeasuredTimes } from './alarm-measure.ts';
import './alarm-measure.css';

const LAST_DAY = 1;
const PERIODS: readonly number[] = [LAST_DAY, 7, 30, 90];
const USUAL_DAYS = 7;

/** How exceptions were handled in the last days. Period and station are part of the address. */
export const AlarmMeasureBoard = () => {
  const say = useSay();
  const [params, setParams] = useSearchParams();
  const days = PERIODS.find((period) => String(period) === params.get('days')) ?? USUAL_DAYS;
  const stationId = params.get('stationId') ?? undefined;
  const { data, error, refetch } = useCall(
    alarmMeasureApi.measures,
    { days, timezone: viewerZone(), ...(stationId !== undefined && { stationId }) },
    { keep: true },
  );
  const set = (name: string, value: string | undefined): void =>
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
    <div className="am-board">
      <header className="am-head">
        <Segmented
          aria-label={say(words.period)}
          value={days}
          options={PERIODS.map((value) => ({ value, label: value === LAST_DAY ? say(words.lastDay) : say(words.lastDays, { n: value }) }))}
          onChange={(value) => set('days', String(value))}
        />
        <div className="am-station">
          <RefSelect
            to="station"
            allowClear
            aria-label={say(words.station)}
            placeholder={say(words.allStations)}
            value={stationId ?? null}
            onChange={(value) => set('stationId', value ?? undefined)}
          />
        </div>
      </header>
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {!error && !data && <Skeleton active className="co-card co-table-skeleton" />}
      {data && <Measures measures={data} isHourly={days === LAST_DAY} />}
    </div>
  );
};

interface MeasuresProps {
  readonly measures: AlarmMeasures;
  readonly isHourly: boolean;
}

const Measures = ({ measures, isHourly }: MeasuresProps) => (
  <>
    <Availability measures={measures} />
    <Handling measures={measures} />
    <LoadOverTime measures={measures} isHourly={isHourly} />
    <div className="am-pair">
      <TopCodes measures={measures} />
      <WorstGuns measures={measures} />
    </div>
  </>
);

/** A share of 1 with so many digits that 99.95 % is not shown as 100 %. */
const percent = (share: number | null): string => (share === null ? '—' : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`);
const roughPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;

interface FigureProps {
  readonly name: string;
  /** How it is computed, and what is good. */
  readonly help: string;
  readonly notes: readonly (string | false)[];
  readonly children: ReactNode;
}

const Figure = ({ name, help, notes, children }: FigureProps) => (
  <div>
    <h2>
      <Help help={help}>{name}</Help>
    </h2>
    <strong className="co-num">{children}</strong>
    {notes.map((note) => note !== false && <small key={note}>{note}</small>)}
  </div>
);

/** A name whose definition opens by pointer, press or keyboard. */
const Help = ({ help, children }: { readonly help: string; readonly children: ReactNode }) => (
  <Tooltip title={help} trigger={['hover', 'focus', 'click']}>
    <button type="button" className="am-help">
      {children}
    </button>
  </Tooltip>
);

const Availability = ({ measures: { availability } }: Pick<MeasuresProps, 'measures'>) => {
  const say = useSay();
  const { guns, strict, adjusted, byPower, outageS, excludedS, hoursBetween } = availability;
  return (
    <section className="co-card am-figures" aria-label={say(words.availability)}>
      <Figure name={`${say(words.availability)} · ${say(words.adjusted)}`} help={say(words.adjustedHelp)} notes={[say(words.guns, { n: guns })]}>
        {percent(adjusted)}
      </Figure>
      <Figure
        name={`${say(words.availability)} · ${say(words.strict)}`}
        help={say(words.strictHelp)}
        notes={[say(words.outage, { time: formatSpan(outageS) }), excludedS > 0 && say(words.excluded, { time: formatSpan(excludedS) })]}
      >
        {percent(strict)}
      </Figure>
      <Figure name={say(words.byPower)} help={say(words.byPowerHelp)} notes={[]}>
        {percent(byPower)}
      </Figure>
      <Figure name={say(words.between)} help={say(words.betweenHelp)} notes={[]}>
        {hoursBetween === null ? '—' : say(words.hours, { n: Math.round(hoursBetween) })}
      </Figure>
    </section>
  );
};

const Handling = ({ measures: { ack, repair, delivery, load } }: Pick<MeasuresProps, 'measures'>) => {
  const say = useSay();
  return (
    <section className="co-card am-figures" aria-label={say(words.ack)}>
      <Times name={say(words.ack)} help={say(words.ackHelp)} times={ack} />
      <Times name={say(words.repair)} help={say(words.repairHelp)} times={repair} />
      {delivery && (
        <Figure
          name={say(words.delivery)}
          help={say(words.deliveryHelp)}
          notes={[say(words.deliveryNote, { accepted: delivery.accepted, dead: delivery.dead })]}
        >
          {delivery.p95S === null ? '—' : `${delivery.p95S.toFixed(1)} s`}
        </Figure>
      )}
      <Figure name={say(words.load)} help={say(words.loadHelp)} notes={[say(words.loadNote, { hour: load.busiestHour, period: load.busiestPeriod })]}>
        {load.perHour.toFixed(1)}
      </Figure>
      <Figure name={say(words.floods)} help={say(words.floodsHelp)} notes={[say(words.floodsNote, { share: roughPercent(load.floodShare) })]}>
        {load.floods}
      </Figure>
    </section>
  );
};

const Times = ({ name, help, times }: { readonly name: string; readonly help: string; readonly times: MeasuredTimes }) => {
  const say = useSay();
  const { count, meanS, medianS, p90S } = times;
  const notes =
    medianS === null || p90S === null ? [] : [say(words.median, { time: formatSpan(medianS) }), say(words.p90, { time: formatSpan(p90S) })];
  return (
    <Figure name={name} help={help} notes={[...notes, say(words.of, { n: count })]}>
      {meanS === null ? '—' : formatSpan(meanS)}
    </Figure>
  );
};

const DAY_LETTERS = 'YYYY-MM-DD'.length;
const MINUTE_LETTERS = 'YYYY-MM-DD HH:mm'.length;

const LoadOverTime = ({ measures: { bars }, isHourly }: MeasuresProps) => {
  const say = useSay();
  const nameOf = (at: string): string => {
    const text = formatInstant(at, viewerZone());
    return isHourly ? text.slice(DAY_LETTERS + 1, MINUTE_LETTERS) : text.slice(0, DAY_LETTERS);
  };
  return (
    <section className="co-card am-box">
      <h2>{say(words.bars)}</h2>
      <BarChart
        names={bars.map(({ at }) => nameOf(at))}
        series={[{ name: say(words.alarms), values: bars.map(({ count }) => count) }]}
        unit=""
        label={say(words.bars)}
      />
    </section>
  );
};

const TopCodes = ({ measures: { top } }: Pick<MeasuresProps, 'measures'>) => {
  const say = useSay();
  const share = top.reduce((sum, each) => sum + each.share, 0);
  return (
    <section className="co-card am-box">
      <h2>{say(words.top)}</h2>
      {top.length === 0 && <p className="co-hint">{say(words.noAlarms)}</p>}
      {top.length > 0 && (
        <>
          <p className="co-hint">{say(words.topHelp, { share: roughPercent(share) })}</p>
          <table>
            <thead>
              <tr>
                <th>{say(words.exception)}</th>
                <th>{say(words.alarms)}</th>
                <th>{say(words.share)}</th>
              </tr>
            </thead>
            <tbody>
              {top.map(({ type, code, count, share: part }) => (
                <tr key={`${type} ${code}`}>
                  <td>
                    <Link to={`/monitor/exception-record?exceptionType=${type}&exceptionCode=${code}`}>{say(exceptionName(type, code))}</Link>
                  </td>
                  <td className="co-num">{count}</td>
                  <td className="co-num">{roughPercent(part)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
};

const WorstGuns = ({ measures: { availability } }: Pick<MeasuresProps, 'measures'>) => {
  const say = useSay();
  return (
    <section className="co-card am-box">
      <h2>{say(words.worst)}</h2>
      {availability.worst.length === 0 && <p className="co-hint">{say(words.allUp)}</p>}
      {availability.worst.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{say(words.gun)}</th>
              <th>{say(words.adjusted)}</th>
              <th>{say(words.outageTime)}</th>
            </tr>
          </thead>
          <tbody>
            {availability.worst.map(({ cpCode, gunNumber, stationName, adjusted, outageS }) => (
              <tr key={`${cpCode} ${gunNumber}`}>
                <td>
                  <Link to={`/monitor/exception-record?cpCode=${encodeURIComponent(cpCode)}`}>
                    {cpCode} · {gunNumber}
                  </Link>{' '}
                  <span className="co-hint">{stationName}</span>
                </td>
                <td className="co-num">{percent(adjusted)}</td>
                <td className="co-num">{formatSpan(outageS)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
