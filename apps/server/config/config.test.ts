import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const s3 = { S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };

test('defaults listen on loopback and play the demo', () => {
  expect(readConfig({}, [])).toMatchObject({ host: '127.0.0.1', port: 8080, ocppPort: 9000, pilePort: 9100, demo: true, databaseUrl: undefined });
  expect(readConfig({}, ['--empty'])).toMatchObject({ demo: false });
});

test('a demo is played by a process that does everything, and processes on one database have names of their own', () => {
  expect(readConfig({ ROLES: 'api,gateway' }, [])).toMatchObject({ demo: false });
  expect(readConfig({}, [])).toMatchObject({ nodeName: 'local' });
  const [one, two] = ['9100', '9101'].map((port) => readConfig({ DATABASE_URL: 'postgres://db/chargeops', PILE_PORT: port }, []));
  expect(one).toMatchObject({ nodeName: expect.stringMatching(/:9100$/) });
  expect(two).toMatchObject({ nodeName: expect.stringMatching(/:9101$/) });
  expect(readConfig({ NODE_NAME: 'gateway-2' }, [])).toMatchObject({ nodeName: 'gateway-2' });
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

test('nobody registers and no message is kept where real people work, unless the operator says so', () => {
  expect(readConfig({}, ['--empty'])).toMatchObject({ people: { registration: 'closed', localMessages: false } });
  expect(readConfig({}, [])).toMatchObject({ people: { registration: 'review', localMessages: true } });
  expect(readConfig({ REGISTRATION: '7:visitor', SMTP_URL: 'smtp://m', MAIL_FROM: 'a@b.c' }, ['--empty'])).toMatchObject({
    people: { registration: { tenantId: '7', roleCode: 'visitor' }, smtp: { url: 'smtp://m', from: 'a@b.c' } },
  });
});

test.each([
  [{ PORT: 'eighty' }, [], 'PORT must be a port from 0 to 65535, not eighty.'],
  [{ OCPP_PORT: '70000' }, [], 'OCPP_PORT must be a port from 0 to 65535, not 70000.'],
  [{ ROLES: 'api,cook' }, [], 'ROLES names cook; known are api, worker, gateway.'],
  [{ DATABASE_URL: 'db.example/chargeops' }, [], 'DATABASE_URL must begin with postgres:// or postgresql://.'],
  [{ DATABASE_URL: 'postgres://db/c', DATABASE_OWNER_URL: 'db/c' }, [], 'DATABASE_OWNER_URL must begin with postgres:// or postgresql://.'],
  [{ DATABASE_OWNER_URL: 'postgres://db/c' }, [], 'DATABASE_OWNER_URL wants DATABASE_URL, the user who works on its database.'],
  [{ BASE_PATH: 'api/' }, [], 'BASE_PATH must read like /api, not api/.'],
  [{ BODY_CIPHER: 'ROT13' }, [], 'BODY_CIPHER names ROT13; known are AES-GCM, AES-CBC.'],
  [{ PAYMENT_STAND_IN: 'localhost:9700' }, [], 'PAYMENT_STAND_IN must read like http://127.0.0.1:9700, not localhost:9700.'],
  [{ SMTP_URL: 'mail.example' }, [], 'SMTP_URL must begin with smtp:// or smtps://.'],
  [{ SMTP_URL: 'smtps://mail.example' }, [], 'SMTP_URL wants MAIL_FROM, the address that mails come from.'],
  [{ SMS_WEBHOOK_URL: 'http://sms.example/send' }, [], 'SMS_WEBHOOK_URL must begin with https://; http:// only for this machine.'],
  [{ SMS_WEBHOOK_URL: 'https://sms.example/' }, [], 'SMS_WEBHOOK_URL wants SMS_WEBHOOK_SECRET of at least 16 characters.'],
  [{ REGISTRATION: 'open' }, [], 'REGISTRATION must be closed, review, or a tenant id and the code of a role of that tenant: 7:visitor.'],
  [{ TRUSTED_PROXIES: '10.0.0.1, proxy.example' }, [], 'TRUSTED_PROXIES names proxy.example; an address or a network reads 10.0.0.1 or 10.0.0.0/24.'],
  [{ CONNECTIONS_PER_ADDRESS: 'many' }, [], 'CONNECTIONS_PER_ADDRESS must be a whole number from 1, not many.'],
  [{ FRAME_ORIGINS: 'https://maps.example/,http:x' }, [], 'FRAME_ORIGINS names https://maps.example/; an origin reads https://maps.example.'],
  [{ OAUTH2_ISSUER: 'http://id.example' }, [], 'OAUTH2_ISSUER must begin with https://; http:// only for this machine.'],
  [{ OAUTH2_ISSUER: 'https://id.example' }, [], 'OAUTH2_ISSUER wants OAUTH2_CLIENT_ID.'],
  [
    { CAS_URL: 'https://cas.example', PUBLIC_URL: 'https://ops.example/path' },
    [],
    'OAUTH2_ISSUER and CAS_URL want PUBLIC_URL, where browsers find this system: https://ops.example.com.',
  ],
  [{ S3_BUCKET: 'files' }, [], 'S3_BUCKET is set, so S3_ENDPOINT must be too.'],
  [{ ...s3, S3_ENDPOINT: 's3.example' }, [], 'S3_ENDPOINT must read like https://s3.eu-central-1.amazonaws.com.'],
  [{ ...s3, S3_BUCKET: 'My Files' }, [], 'S3_BUCKET names My Files, which is no name of a bucket.'],
  [{ ...s3, S3_STYLE: 'virtual' }, [], 'S3_STYLE is path (the bucket stands in the path) or host (in the name of the host), not virtual.'],
  [{ PAST_DAYS: '801' }, [], 'PAST_DAYS must be a number of days from 0 to 800, not 801.'],
  [{}, ['--emtpy'], 'Unknown argument --emtpy. Known: --empty (start without demo data), --demo (the default).'],
])('%o %o says what is wrong', (env, args, message) => {
  expect(readConfig(env, args)).toBe(message);
});

test('uploaded files go to a folder, or to the bucket that is named', () => {
  expect(readConfig({}, [])).toMatchObject({ s3: undefined });
  expect(readConfig({ ...s3, S3_PREFIX: '/ops/' }, [])).toMatchObject({
    s3: { endpoint: 'https://s3.example', bucket: 'files', region: 'us-east-1', pathStyle: true, prefix: 'ops/' },
  });
});

test('a certificate needs both files, and brings a port over TLS for each protocol of piles', () => {
  expect(readConfig({ TLS_CERT: '/etc/tls/cert.pem' }, [])).toMatch(/^TLS_CERT and TLS_KEY must be set together/u);
  expect(readConfig({ TLS_KEY: '/etc/tls/key.pem' }, [])).toMatch(/^TLS_CERT and TLS_KEY must be set together/u);
  const files = { TLS_CERT: '/etc/tls/cert.pem', TLS_KEY: '/etc/tls/key.pem' };
  expect(readConfig({ ...files, PILE_TLS_PORT: '99999' }, [])).toMatch(/^PILE_TLS_PORT must be a port/u);
  expect(readConfig({ ...files, OCPP_TLS_PORT: '9443' }, [])).toMatchObject({
    tls: { certFile: '/etc/tls/cert.pem', keyFile: '/etc/tls/key.pem', ocppPort: 9443, pilePort: 9101 },
    // The demo clients speak plain HTTP.
    demo: false,
  });
  expect(readConfig({}, [])).toMatchObject({ tls: undefined, demo: true });
});
