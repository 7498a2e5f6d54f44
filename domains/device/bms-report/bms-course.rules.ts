import { BMS_CURVE_POINTS, bmsLines, bmsStages } from './bms-report.ts';
import type { BmsCourse, BmsCurve, BmsPush, BmsValues } from './bms-report.ts';

/** The course after a pushed report. An older report than the last one of its stage changes nothing. */
export const withReport = (course: BmsCourse, { bmsStage, atMs, values }: BmsPush): BmsCourse => {
  const last = course.stages[bmsStage];
  if (last && Date.parse(last.at) >= atMs) return course;
  const stages = { ...course.stages, [bmsStage]: { at: new Date(atMs).toISOString(), values } };
  return { ...course, stages, curve: bmsStage === 'charging' ? withPoint(course.curve, atMs, values) : course.curve };
};

const withPoint = (curve: BmsCurve, atMs: number, values: BmsValues): BmsCurve => {
  const grown = <V>(line: readonly V[], value: V): readonly V[] => [...line, value].slice(-2 * BMS_CURVE_POINTS);
  const lines = bmsLines.map((name) => [name, grown(curve[name], numberOf(values[name]))] as const);
  return { ...curve, ...Object.fromEntries(lines), at: grown(curve.at, atMs) };
};

const numberOf = (value: string | number | undefined): number | null => {
  const number = value === undefined ? NaN : Number(value);
  return Number.isFinite(number) ? number : null;
};

/** Whether anything of the charge was reported. */
export const hasReports = ({ stages }: BmsCourse): boolean => bmsStages.some((stage) => stages[stage] !== null);

/** Whether a message is a report of a battery. */
export const isBmsPush = (message: object): message is BmsPush => 'bmsStage' in message;
