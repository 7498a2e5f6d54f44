import { describe, expect, test } from 'vitest';
import { settingsToWrite, nextTry, surveySettings, requiredConfiguration, writeSetting } from './preparation.ts';
import { strictOf } from './testing/strict.ts';

const intervals = { pileS: 60, gunS: 60, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 0, bmsEndS: 0 };
const wanted = requiredConfiguration(intervals);
const keysOf = (outcome: Parameters<typeof settingsToWrite>[1]) => settingsToWrite(wanted, outcome).map(({ key }) => key);
const energy = 'Energy.Active.Import.Register';

describe('preparing a station', () => {
  test('asks first', () => {
    const call = surveySettings(wanted);
    expect(strictOf(call.action, 'req')(call.payload)).toBe(true);
  });

  test('writes only what differs, exists and can be written', () => {
    const configurationKey = [
      { key: 'ClockAlignedDataInterval', readonly: false, value: '900' },
      { key: 'metervaluesampleinterval', readonly: false, value: '60' },
      { key: 'MeterValuesSampledData', readonly: false, value: `SoC, Voltage ,Temperature,Current.Import,Power.Active.Import,${energy}` },
      { key: 'MeterValuesAlignedData', readonly: true, value: '' },
    ];
    expect(keysOf({ ok: true, payload: { configurationKey, unknownKey: ['StopTxnAlignedData'] } })).toEqual(['MeterValueSampleInterval']);
  });

  test('a station that cannot tell gets the two keys the bill needs', () => {
    expect(keysOf({ ok: false, reason: 'refused', code: 'NotSupported', description: '' })).toEqual([
      'ClockAlignedDataInterval',
      'MeterValueSampleInterval',
    ]);
    expect(keysOf({ ok: true, payload: 'what?' })).toEqual(['ClockAlignedDataInterval', 'MeterValueSampleInterval']);
    expect(keysOf({ ok: false, reason: 'timeout' })).toEqual([]);
    expect(keysOf({ ok: false, reason: 'lost' })).toEqual([]);
  });

  test('a rejected list is tried shorter, until nothing is left', () => {
    let left = wanted.find(({ key }) => key === 'MeterValuesSampledData');
    const tried: string[] = [];
    while (left) {
      const call = writeSetting(left);
      expect(strictOf(call.action, 'req')(call.payload)).toBe(true);
      tried.push(left.values[0]);
      left = nextTry(left, { ok: true, payload: { status: 'Rejected' } });
    }
    expect(tried).toEqual([
      `${energy},Power.Active.Import,Current.Import,Voltage,SoC`,
      `${energy},Power.Active.Import,Current.Import,Voltage`,
      energy,
    ]);
  });

  test('an accepted write, an error and silence are the end of it', () => {
    const [first] = wanted;
    expect(first && nextTry(first, { ok: true, payload: { status: 'RebootRequired' } })).toBeUndefined();
    expect(first && nextTry(first, { ok: false, reason: 'timeout' })).toBeUndefined();
  });

  test('samples stay on when the profile switches the report off', () => {
    expect(requiredConfiguration({ ...intervals, chargingS: 0 })).toContainEqual({
      key: 'MeterValueSampleInterval',
      values: ['60'],
      essential: true,
    });
  });
});
