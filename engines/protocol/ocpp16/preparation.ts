import type { ReportIntervals } from '#engines/protocol/device-backend.ts';
import { stationAnswerChecks } from './checks.generated.ts';
import type { PlatformCall } from './plan.ts';
import type { Outcome } from './rpc.ts';

/**
 * The configuration that a station needs after it has connected: readings on the half-hour borders of the tariff and between them. It is read first
 * and written only where it differs, because every write wears out the station's memory.
 */
export interface RequiredSetting {
  readonly key: string;
  /** Acceptable values, the best first; the next one is tried when the station rejects one. */
  readonly values: readonly [string, ...string[]];
  /** Written even when the station cannot report its present value. */
  readonly essential: boolean;
}

/** Clock-aligned readings every quarter of an hour, because tariff stages change on the half hour (OCPP key, seconds). */
export const CLOCK_ALIGNED_S = 900;
/** Periodic readings while charging when the pile's profile switches them off, because the bill needs them (seconds). */
export const SAMPLE_FALLBACK_S = 60;

const energy = 'Energy.Active.Import.Register';

export const requiredConfiguration = ({ chargingS }: ReportIntervals): readonly RequiredSetting[] => [
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

/** Requests the present values of the settings. */
export const surveySettings = (settings: readonly RequiredSetting[]): PlatformCall => ({
  action: 'GetConfiguration',
  payload: { key: settings.map(({ key }) => key) },
});

/** The settings to write after the survey, whether it succeeded or failed. */
export const settingsToWrite = (settings: readonly RequiredSetting[], outcome: Outcome): readonly RequiredSetting[] => {
  if (!outcome.ok || !stationAnswerChecks.GetConfiguration(outcome.payload)) {
    const refused = outcome.ok || outcome.reason === 'refused';
    return refused ? settings.filter(({ essential }) => essential) : [];
  }
  const present = new Map((outcome.payload.configurationKey ?? []).map((entry) => [entry.key.toLowerCase(), entry]));
  return settings.filter(({ key, values }) => {
    const entry = present.get(key.toLowerCase());
    return entry !== undefined && entry.readonly !== true && !values.some((value) => covers(entry.value ?? '', value));
  });
};

/** Writes the best value that was not rejected yet. */
export const writeSetting = ({ key, values }: RequiredSetting): PlatformCall => ({
  action: 'ChangeConfiguration',
  payload: { key, value: values[0] },
});

/** The setting without the rejected value; undefined when the write succeeded or no value is left. */
export const nextTry = (setting: RequiredSetting, outcome: Outcome): RequiredSetting | undefined => {
  if (!outcome.ok || !stationAnswerChecks.ChangeConfiguration(outcome.payload) || outcome.payload.status !== 'Rejected') return undefined;
  const [, second, ...rest] = setting.values;
  return second === undefined ? undefined : { ...setting, values: [second, ...rest] };
};

/** Lists may have any order and spacing, and may contain more than the required items. */
const covers = (present: string, value: string): boolean => {
  const presentWords = new Set(listItems(present));
  return listItems(value).every((word) => presentWords.has(word));
};
const listItems = (list: string): readonly string[] => list.split(',').map((word) => word.trim());
