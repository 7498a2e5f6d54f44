import { powerCode } from '#engines/alarm/codes.ts';
import { explain, explainSite } from '#engines/dispatch/safety/explain.ts';
import type { SiteJournal } from './site-journal.rules.ts';

/** Something that is wrong with the power of a site, or of one of its guns. */
export interface SiteCondition {
  /** Null: the site itself. */
  readonly cpCode: string | null;
  /** 0 for the site itself. */
  readonly gunNumber: number;
  readonly exceptionCode: number;
  readonly detail: string;
}

export const keyOfCondition = ({ cpCode, gunNumber, exceptionCode }: Pick<SiteCondition, 'cpCode' | 'gunNumber' | 'exceptionCode'>): string =>
  `${cpCode ?? ''}#${gunNumber}#${exceptionCode}`;

/** The reverse of `keyOfCondition`; codes of piles are letters and digits. */
export const conditionOfKey = (key: string): Pick<SiteCondition, 'cpCode' | 'gunNumber' | 'exceptionCode'> => {
  const [cpCode = '', gun = '', code = ''] = key.split('#');
  return { cpCode: cpCode === '' ? null : cpCode, gunNumber: Number(gun), exceptionCode: Number(code) };
};

/** The worst case is above a limit for a moment whenever a limit falls; sessions are stopped after this time, and then somebody should know. */
export const PASSED_FOR_MS = 30_000;

/** What is wrong now. A gun that did not confirm its limit has to confirm one before that is over. */
export const conditionsOf = ({ dispatch, atMs, shiftMs, drawnHw, conditions }: SiteJournal): readonly SiteCondition[] => {
  const clockMs = atMs + shiftMs;
  const { limitHw, worstHw, violationSinceMs } = explainSite(dispatch, drawnHw, clockMs);
  const isPassed = violationSinceMs !== null && clockMs - violationSinceMs >= PASSED_FOR_MS;
  const passed = { cpCode: null, gunNumber: 0, exceptionCode: powerCode.limitPassed, detail: `${kilowatts(worstHw)} / ${kilowatts(limitHw)} kW` };
  const ofGuns = explain(dispatch, clockMs).flatMap(({ gunId, proof, limitHw: toldHw }, place): readonly SiteCondition[] => {
    const { pileId: cpCode = '', demandHw = 0 } = dispatch.input.guns[place] ?? {};
    const gunNumber = Number(gunId.slice(cpCode.length + 1));
    const drawn = drawnHw[gunId];
    const condition = (exceptionCode: number): SiteCondition => ({
      cpCode,
      gunNumber,
      exceptionCode,
      detail: `${drawn === undefined ? '' : `${kilowatts(drawn)} / `}${kilowatts(toldHw)} kW`,
    });
    const wasUnproven = conditions.includes(keyOfCondition({ cpCode, gunNumber, exceptionCode: powerCode.unproven }));
    return [
      ...(proof === 'disobeying' ? [condition(powerCode.disobeys)] : []),
      ...(proof === 'unproven' || (wasUnproven && proof === 'waiting') ? [condition(powerCode.unproven)] : []),
      ...(proof === 'silent' && demandHw > 0 ? [condition(powerCode.byOfflineLimit)] : []),
    ];
  });
  return [...(isPassed ? [passed] : []), ...ofGuns];
};

const kilowatts = (hectowatts: number | null): string => (hectowatts === null ? '—' : (hectowatts / 10).toFixed(1));
