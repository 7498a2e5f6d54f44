import { describe, expect, it } from 'vitest';
import { parseTask } from './arguments.ts';
import { dialsOf, readSettings } from './settings.ts';

describe('the command line', () => {
  it('names what to do', () => {
    expect(parseTask([])).toEqual({ mode: 'demo' });
    expect(parseTask(['scenario', 'storm', '--protocol', 'ocpp16'])).toEqual({ mode: 'scenario', name: 'storm', protocol: 'ocpp16' });
    expect(parseTask(['load', '--piles', '500', '--rate', '60', '--for', '5'])).toEqual({
      mode: 'load',
      piles: 500,
      protocol: 'native',
      ratePerMin: 60,
      seconds: 5,
      faults: {},
      clockErrorMs: 0,
    });
    expect(parseTask(['load', '--faults', 'drop=0.01,cut=.5,delay=1', '--clock', '-3600'])).toMatchObject({
      faults: { drop: 0.01, cut: 0.5, delay: 1 },
      clockErrorMs: -3_600_000,
    });
  });

  it('says what is wrong', () => {
    for (const wrong of [
      ['play'],
      ['scenario'],
      ['load', '--piles', 'many'],
      ['load', '--piles'],
      ['load', '--color', 'red'],
      ['load', 'piles', '5'],
      ['load', '--faults', 'drop'],
      ['load', '--faults', 'fire=0.1'],
      ['load', '--faults', 'drop=2'],
      ['load', '--clock', 'late'],
    ])
      expect(parseTask(wrong)).toMatch(/^Modes:/);
    expect(parseTask(['load', '--protocol', 'ykc'])).toMatch(/native, v1.0 or ocpp16/);
    expect(parseTask(['load', '--protocol', 'v1.0'])).toMatchObject({ mode: 'load', protocol: 'v1.0', ratePerMin: 0 });
    for (const by of [
      ['scenario', 'storm'],
      ['load', '--rate', '60'],
    ])
      expect(parseTask([...by, '--protocol', 'v1.0'])).toMatch(/by card/);
  });
});

describe('the environment', () => {
  it('says where the platform is', () => {
    const settings = readSettings({ CHARGEOPS_PASSWORD: 'pw', OCPP_URL: 'ws://h:1/', PILE_PORT: '2', DATA_DIR: '/d' });
    expect(settings).toMatchObject({ url: 'http://127.0.0.1:8080', ocppUrl: 'ws://h:1/ocpp', pilePort: 2, memoryFolder: '/d/simulator', seed: 1 });
    expect(readSettings({ CHARGEOPS_PASSWORD: 'pw', OCPP_URL: 'ws://h:1/ocpp' })).toMatchObject({ ocppUrl: 'ws://h:1/ocpp' });
    expect(Object.keys(dialsOf({ ocppUrl: '', pileHost: '', pilePort: 1 }))).toEqual(['native', 'v1.0', 'ocpp16']);
  });

  it('says what is missing', () => {
    expect(readSettings({})).toMatch(/CHARGEOPS_PASSWORD/);
    expect(readSettings({ CHARGEOPS_PASSWORD: 'pw', PILE_PORT: '99999' })).toMatch(/PILE_PORT/);
    expect(readSettings({ CHARGEOPS_PASSWORD: 'pw', SIMULATOR_SEED: 'x' })).toMatch(/SIMULATOR_SEED/);
  });
});
