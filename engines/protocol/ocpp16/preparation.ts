import type { ReportIntervals } from '#engines/protocol/device-backend.ts';
import { stationAnswerChecks } from './checks.generated.ts';
import type { PlatformCall } from './plan.ts';
import type { Outcome } from './rpc.ts';

/**
 * What we ask of a station's configuration after it has connected: readings on the half-hour borders of the tariff and between
 * them. It is read first and written only where it differs, because every write wears the station's memory.
 */
export interface WantedSetting {
  readonly key: string;
  /** Acceptable values, best first; the next is tried when the station rejects one. */
  readonly values: readonly [string, ...string[]];
  /** Written even when the station cannot say what it has. */
  readonly essential: boolean;
}

/** Clock-aligned readings every quarter of an hour: tariff stages change on the half hour (OCPP key, seconds). */
export const CLOCK_ALIGNED_S = 900;
/** Periodic readings while charging when the pile's profile switches them off: the bill needs them (seconds). */
export const SAMPLE_FALLBACK_S = 60;

const energy = 'Energy.Active.Import.Register';

export const wantedConfiguration = ({ chargingS }: ReportIntervals): readonly WantedSetting[] => [
  { key: 'ClockAlignedDataInterval', values: [String(CLOCK_ALIGNED_S)], essential: true },
  { key: 'MeterValueSampleInterval', values: [String(chargingS > 0 ? chargingS : SAMPLE_FALLBACK_S)], essential: true },
  {
    key: 'MeterValuesSampledData',
    values: [`${energy},Power.Active.Import,Current.Import,Voltage,SoC`, `${energy},Power.Active.Import,Current.Import,Voltage`, energy],
    essential: false,
  },
  { key: 'MeterValuesAlignedData', values: [energy], essential: false },
  { key: 'StopTxnAlignedData', values: [energy], essential: false },
];

/** Asks for the present values of what we want. */
export const survey = (wanted: readonly WantedSetting[]): PlatformCall => ({
  action: 'GetConfiguration',
  payload: { key: wanted.map(({ key }) => key) },
});

/** What is still to be written, after the survey has ended in whatever way. */
export const missing = (wanted: readonly WantedSetting[], outcome: Outcome): readonly WantedSetting[] => {
  if (!outcome.ok || !stationAnswerChecks.GetConfiguration(outcome.payload)) {
    const refused = outcome.ok || outcome.why === 'refused';
    return refused ? wanted.filter(({ essential }) => essential) : [];
  }
  const present = new Map((outcome.payload.configurationKey ?? []).map((entry) => [entry.key.toLowerCase(), entry]));
  return wanted.filter(({ key, values }) => {
    const entry = present.get(key.toLowerCase());
    return entry !== undefined && entry.readonly !== true && !values.some((value) => covers(entry.value ?? '', value));
  });
};

/** Writes the best value not yet rejected. */
export const write = ({ key, values }: WantedSetting): PlatformCall => ({ action: 'ChangeConfiguration', payload: { key, value: values[0] } });

/** What is left to try after a write has ended: undefined when it succeeded or there is nothing else. */
export const nextTry = (wanted: WantedSetting, outcome: Outcome): WantedSetting | undefined => {
  if (!outcome.ok || !stationAnswerChecks.ChangeConfiguration(outcome.payload) || outcome.payload.status !== 'Rejected') return undefined;
  const [, second, ...rest] = wanted.values;
  return second === undefined ? undefined : { ...wanted, values: [second, ...rest] };
};

/** Lists may be in any order and spacing, and may hold more than we ask for. */
const covers = (present: string, value: string): boolean => {
  const words = new Set(wordsOf(present));
  return wordsOf(value).every((word) => words.has(word));
};
const wordsOf = (list: string): readonly string[] => list.split(',').map((word) => word.trim());
