import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('defaults listen on loopback and play the demo', () => {
  expect(readConfig({}, [])).toMatchObject({ host: '127.0.0.1', port: 8080, ocppPort: 9000, pilePort: 9100, demo: true, databaseUrl: undefined });
  expect(readConfig({}, ['--empty'])).toMatchObject({ demo: false });
});

test('signatures of dictionary look-ups are looked at, bodies travel plainly; with encrypted bodies no demo is played', () => {
  expect(readConfig({}, [])).toMatchObject({
    bodyCipher: undefined,
    signSecret: undefined,
    signPaths: expect.arrayContaining(['/sys/dict/loadDict/*']),
  });
  expect(readConfig({ SIGN_PATHS: '' }, [])).toMatchObject({ signPaths: [] });
  expect(readConfig({ BODY_CIPHER: 'AES-CBC' }, [])).toMatchObject({ bodyCipher: 'AES-CBC', demo: false });
});

test.each([
  [{ PORT: 'eighty' }, [], 'PORT must be a port from 0 to 65535, not eighty.'],
  [{ OCPP_PORT: '70000' }, [], 'OCPP_PORT must be a port from 0 to 65535, not 70000.'],
  [{ ROLES: 'api,cook' }, [], 'ROLES names cook; known are api, worker, gateway.'],
  [{ DATABASE_URL: 'db.example/chargeops' }, [], 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{ BODY_CIPHER: 'ROT13' }, [], 'BODY_CIPHER names ROT13; known are AES-GCM, AES-CBC.'],
  [{}, ['--emtpy'], 'Unknown argument --emtpy. Known: --empty (start without demo data), --demo (the default).'],
])('%o %o says what is wrong', (env, args, message) => {
  expect(readConfig(env, args)).toBe(message);
});
