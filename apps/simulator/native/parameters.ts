import { parameters } from '#engines/protocol/native/parameters.ts';
import type { Pile } from '../pile/pile.ts';

/** The reports of a pile, in the order of their intervals in the login reply. */
const reports = ['pile', 'gun', 'charging', 'bmsHandshake', 'bmsParameter', 'bmsCharging', 'bmsEnd'] as const;
export type Report = (typeof reports)[number];

/** Stores the intervals of a login reply as parameters 1 to 6; the seventh interval has no parameter number. */
export const applyIntervals = (pile: Pile, intervalsS: readonly number[]): void => {
  for (const [index, report] of reports.entries()) pile.memory.parameters[`interval.${report}`] = String(intervalsS[index] ?? 0);
};

/** In ms; 0 when the report is switched off. */
export const intervalOf = (pile: Pile, report: Report): number => Number(pile.memory.parameters[`interval.${report}`] ?? 0) * 1_000;

/** The report whose interval is set by a parameter from 1 to 6. */
const reportOf = (tag: number): Report | undefined => (tag >= 1 && tag <= 6 ? reports[tag - 1] : undefined);

/** The pile's parameters except restart and system time, which are commands. */
export const parameterTexts = (pile: Pile): readonly { readonly tag: number; readonly value: string }[] =>
  parameters.flatMap((_parameter, tag) => {
    const value = valueOf(pile, tag);
    return value === undefined ? [] : [{ tag, value }];
  });

/** Stores a value and applies it. */
export const setParameter = (pile: Pile, tag: number, value: string): void => {
  const report = reportOf(tag);
  if (report) pile.memory.parameters[`interval.${report}`] = value;
  else pile.memory.parameters[String(tag)] = value;
  if (tag === paramNo.onlineMaxPower) pile.limitW = limitOf(pile);
  if (tag === paramNo.chargingMaxSoc) pile.maxSoc = Math.min(100, Math.max(1, Number(value) || 100));
  pile.saveMemory();
};

export const paramNo = {
  restart: 0,
  systemTime: 7,
  onlineMaxPower: 11,
  gunMaxPower: 13,
  chargingMaxSoc: 15,
  pileDisabled: 18,
  gunDisabled: 19,
} as const;

const limitOf = (pile: Pile): number => {
  const watts = Number(pile.memory.parameters[String(paramNo.onlineMaxPower)] ?? 0) * 1_000;
  return watts > 0 ? Math.min(pile.facts.ratedW, watts) : pile.facts.ratedW;
};

const valueOf = (pile: Pile, tag: number): string | undefined => {
  const report = reportOf(tag);
  if (report) return pile.memory.parameters[`interval.${report}`] ?? '0';
  if (tag === paramNo.restart || tag === paramNo.systemTime) return undefined;
  return pile.memory.parameters[String(tag)] ?? initialValues[tag];
};

/** The values of a pile before any are set. */
const initialValues: Readonly<Record<number, string>> = { 15: '100', 16: '0', 17: '0', 18: '0', 19: '0', 20: '0', 21: '1' };
