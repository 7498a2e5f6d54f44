import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { formatSpan } from '#kit/web/format.ts';
import { CodeTag, InstantCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { warningAccountType } from '../channel/channel.codes.ts';
import { suppressedReason, warningKindTable, warningStat } from '../warning-log/warning-log.codes.ts';
import { incidentWords } from './incident.labels.ts';
import { incidentApi } from './incident.ts';
import type { IncidentTimeline, StationOfIncident, TimelineEntry } from './incident.ts';
import '../alarm.css';

const CENTS_SCALE = 2;

/** The stations of an incident, and what happened to it in its order. */
export const IncidentCourse = ({ incidentId }: { readonly incidentId: string }) => {
  const { data, error, refetch } = useCall(incidentApi.timeline, { id: incidentId });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <>
      <Measures course={data} incidentId={incidentId} />
      <Stations stations={data.stations} />
      <Timeline entries={data.entries} />
    </>
  );
};

const Measures = ({ course: { ackS, repairS }, incidentId }: { readonly course: IncidentTimeline; readonly incidentId: string }) => {
  const say = useSay();
  return (
    <p className="al-measures">
      {ackS !== null && <Measure name={say(incidentWords.timeToAck)}>{formatSpan(ackS)}</Measure>}
      {repairS !== null && <Measure name={say(incidentWords.timeToRepair)}>{formatSpan(repairS)}</Measure>}
      <a href={`#/monitor/exception-record?incidentId=${incidentId}`}>{say(incidentWords.records)}</a>
      <a href={`#/monitor/warning-log?incidentId=${incidentId}`}>{say(incidentWords.warnings)}</a>
    </p>
  );
};

const Measure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <span>
    {name} <b className="co-num">{children}</b>
  </span>
);

const Stations = ({ stations }: { readonly stations: readonly StationOfIncident[] }) => {
  const say = useSay();
  return (
    <section className="al-part">
      <h3>{say(incidentWords.stations)}</h3>
      <ul className="al-stations">
        {stations.map(({ stationId, stationName, lasting, members, riskCents, currency }) => (
          <li key={stationId}>
            <span className="co-clip">{stationName ?? '—'}</span>
            <span className="co-hint">{say(incidentWords.stationPiles, { lasting, members })}</span>
            {riskCents !== null && riskCents > 0 && (
              <span title={say(incidentWords.atRisk)}>
                <MoneyCell value={formatScaled(BigInt(riskCents), CENTS_SCALE)} currency={currency} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

const Timeline = ({ entries }: { readonly entries: readonly TimelineEntry[] }) => {
  const say = useSay();
  return (
    <section className="al-part">
      <h3>{say(incidentWords.timeline)}</h3>
      <ol className="al-course">
        {entries.map((entry, at) => (
          <li key={`${entry.at} ${at}`} className={`al-is-${entry.kind}`}>
            <InstantCell value={entry.at} />
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  );
};

const Entry = ({ entry }: { readonly entry: TimelineEntry }) => {
  const say = useSay();
  switch (entry.kind) {
    case 'lost':
    case 'back':
      return <span>{say(incidentWords[entry.kind], { n: entry.piles ?? 0 })}</span>;
    case 'acknowledged':
      return <span>{say(incidentWords.acknowledged, { user: entry.user ?? '' })}</span>;
    case 'message':
      return <Message entry={entry} />;
    case 'began':
    case 'opened':
    case 'ended':
      return <span>{say(incidentWords[entry.kind])}</span>;
  }
};

const Message = ({ entry }: { readonly entry: TimelineEntry }) => {
  const say = useSay();
  const type = itemOf(warningAccountType, entry.accountType);
  const because = entry.suppressedReason === null ? undefined : itemOf(suppressedReason, entry.suppressedReason);
  return (
    <span>
      <CodeTag item={itemOf(warningKindTable, entry.warningKind)} /> {entry.accountName ?? ''}{' '}
      {type && <span className="co-hint">{say(type.words)}</span>} <CodeTag item={itemOf(warningStat, entry.warningStat)} />{' '}
      {because && <span className="co-hint">{say(because.words)}</span>}
      {entry.answer !== undefined && entry.answer !== null && entry.answer !== '' && (
        <small className="al-answer">{say(incidentWords.providerAnswer, { answer: entry.answer })}</small>
      )}
    </span>
  );
};
