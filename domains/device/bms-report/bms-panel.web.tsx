import { useMemo } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { LineChart } from '#kit/web/chart/charts.tsx';
import type { ChartPoint, LineSeries } from '#kit/web/chart/charts.tsx';
import { CodeTag, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { frameFields } from '../message-log/frame-fields.labels.ts';
import { hasReports } from './bms-course.rules.ts';
import { membersOf, pileMembersOf } from './bms-members.rules.ts';
import type { BmsMember } from './bms-members.rules.ts';
import { bmsLines, bmsStages } from './bms-report.ts';
import type { BmsCourse, BmsCurve, BmsSource, BmsStage, BmsValues } from './bms-report.ts';
import { bmsWords } from './bms-words.labels.ts';
import '../device.css';

interface BmsPanelProps {
  readonly course: BmsCourse;
  /** The time zone of the station. */
  readonly zone: string | undefined;
}

/** What the battery reported during one charge: its curves, and the last report of each stage. */
export const BmsPanel = ({ course, zone }: BmsPanelProps) => {
  const say = useSay();
  if (!hasReports(course)) return <p className="co-hint">{say(absentWords[course.source])}</p>;
  return (
    <div className="dv-bms">
      {course.source === 'status' && <p className="co-hint">{say(bmsWords.onlyStatus)}</p>}
      <BmsCurves curve={course.curve} />
      {bmsStages.map((stage) => (
        <Stage key={stage} stage={stage} course={course} zone={zone} />
      ))}
    </div>
  );
};

const absentWords: Readonly<Record<BmsSource, Words>> = {
  reports: bmsWords.noReports,
  status: bmsWords.noReports,
  ocpp: bmsWords.noneOcpp,
  ac: bmsWords.noneAc,
};

const Stage = ({ stage, course, zone }: BmsPanelProps & { readonly stage: BmsStage }) => {
  const say = useSay();
  const report = course.stages[stage];
  if (report === null && course.source !== 'reports') return null;
  return (
    <section>
      <h4>
        {say(bmsWords[stage])}{' '}
        <small className="co-hint">{report === null ? say(bmsWords.none) : <InstantCell value={report.at} zone={zone} />}</small>
      </h4>
      {report !== null && <Members members={membersOf(stage, report.values)} />}
    </section>
  );
};

/** The details of a pile's last status report. */
export const PileDetails = ({ details }: { readonly details: BmsValues }) => <Members members={pileMembersOf(details)} />;

const Members = ({ members }: { readonly members: readonly BmsMember[] }) => {
  const say = useSay();
  return (
    <dl className="dv-fields">
      {members.map(({ name, label, values, unit, tone }) => (
        <div key={name}>
          <dt title={say(label)}>{say(label)}</dt>
          <dd>
            {values.map((value, place) => (
              <Value key={place} value={value} tone={tone} />
            ))}
            {unit !== '' && <span className="co-unit">{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Value = ({ value, tone }: { readonly value: Words | string } & Pick<BmsMember, 'tone'>) => {
  if (typeof value === 'string') return <span className="co-num">{value}</span>;
  return <CodeTag item={{ value: 0, words: value, ...(tone !== undefined && { tone }) }} />;
};

const line = (key: (typeof bmsLines)[number], unit: string): LineSeries => ({ key, name: frameFields[key] ?? key, unit });
const charts = [
  { label: bmsWords.voltageCurve, series: [line('demandVoltage', 'V'), line('measuredVoltage', 'V')] },
  { label: bmsWords.currentCurve, series: [line('demandCurrent', 'A'), line('measuredCurrent', 'A')] },
  { label: bmsWords.cellCurve, series: [line('cellMaxVoltage', 'V')] },
  { label: bmsWords.tempCurve, series: [line('maxTemp', '°C'), line('minTemp', '°C')] },
] as const;

/** Each curve that has values; a single report is no curve yet. */
const BmsCurves = ({ curve }: { readonly curve: BmsCurve }) => {
  const say = useSay();
  const points = useMemo(() => pointsOf(curve), [curve]);
  const drawn = charts.filter(({ series }) => curve.at.length > 1 && series.some(({ key }) => points[key]?.some(([, value]) => value !== null)));
  return drawn.map(({ label, series }) => (
    <section key={label[2]}>
      <h4>{say(label)}</h4>
      <LineChart series={series} points={points} label={label} height={180} />
    </section>
  ));
};

const pointsOf = (curve: BmsCurve): Readonly<Record<string, readonly ChartPoint[]>> =>
  Object.fromEntries(bmsLines.map((name) => [name, curve.at.map((at, index): ChartPoint => [at, curve[name][index] ?? null])]));
