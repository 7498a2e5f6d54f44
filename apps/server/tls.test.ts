import { once } from 'node:events';
import { request } from 'node:https';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { WebSocket } from 'ws';
import { tcpDial } from '#apps/simulator/native/tcp.ts';
import { webSocketDial } from '#apps/simulator/ocpp/websocket.ts';
import { createPile } from '#apps/simulator/pile/create.ts';
import { LIVE_PATH } from '#kit/server/live/live-server.ts';
import { createCertificate, writeCertificate } from '#kit/test/certificates.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { startProcesses } from './testing/processes.ts';
import type { Process } from './testing/processes.ts';

let folder: string;
let ca: string;
let processes: Awaited<ReturnType<typeof startProcesses>>;
let overTls: Process;
beforeAll(async () => {
  folder = temporaryFolder('tls');
  const pem = await createCertificate();
  ca = pem.cert;
  processes = await startProcesses('plain', ['worker']);
  const files = await writeCertificate(folder, pem);
  await addPiles();
  overTls = await processes.start('tls', ['api', 'gateway'], { ...files, ocppPort: 0, pilePort: 0 });
});
afterAll(async () => {
  await processes?.close();
});

const get = async (place: string) => {
  const outgoing = request(`https://127.0.0.1:${overTls.ports.http}${place}`, { ca }).end();
  const [answer] = await once(outgoing, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await json(answer) };
};

const SECRET = '0123456789abcdef0123456789abcdef';
/** An enabled pile of each protocol that accepts TLS only. The start of the process encrypts their secrets. */
const addPiles = async (): Promise<void> => {
  const run = processes.database.asSuperuser;
  await run(`insert into tenant (tenant_id, name) values (1, 'T')`);
  await run(`insert into agent (agent_id, tenant_id, agent_name, timezone) values (1, 1, 'A', 'Asia/Shanghai')`);
  await run(`insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (1, 1, 1, 'S', 'Asia/Shanghai')`);
  await run(`insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'R', 'RR1', 1)`);
  for (const [cpCode, protocol] of [
    ['TLS-N', 1],
    ['TLS-O', 2],
  ] as const) {
    await run(
      `insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, rate_rule_id, encryption_secret, security_profile)
        values ($1, 1, 1, 1, $1, 1, $2, 1, 1200, 1, 1, $3, 2)`,
      [cpCode, protocol, SECRET],
    );
    await run(`insert into pile_state (cp_code, tenant_id, agent_id, station_id) values ($1, 1, 1, 1)`, [cpCode]);
    await run(`insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number) values (1, 1, 1, $1, 1)`, [cpCode]);
    await run(`insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number) values (1, 1, 1, $1, 1)`, [cpCode]);
  }
};
const onlineOverTls = () => processes.database.asSuperuser('select cp_code, online, over_tls from pile_state order by cp_code');

test('browsers get HTTPS on the usual port, are told to stay with it, and have their live connection over TLS', async () => {
  const { status, headers, body } = await get('/jeecg-boot/sys/signInOptions');
  expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  expect(body).toMatchObject({ success: true });
  const live = new WebSocket(`wss://127.0.0.1:${overTls.ports.http}${LIVE_PATH}`, ['no-ticket'], { ca });
  // The upgrade over TLS reaches the product, which does not know this ticket.
  const [error] = (await once(live, 'error')) as [Error];
  expect(error.message).toBe('Unexpected server response: 401');
});

test('a client that speaks plain HTTP there is cut off, and the next one is served', async () => {
  const socket = connect(overTls.ports.http ?? 0, '127.0.0.1').resume();
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await closed;
  expect((await get('/jeecg-boot/sys/signInOptions')).status).toBe(200);
});

test('piles that accept TLS only log in at the ports over TLS, and at the plain ports they are unknown', async () => {
  const { ocpp = 0, pile = 0, ocppTls = 0, pileTls = 0 } = overTls.ports;
  const facts = { secret: SECRET, encryptionMode: 1 } as const;
  const plain = [
    createPile({ ...facts, cpCode: 'TLS-N', protocol: 'native', dial: tcpDial({ host: '127.0.0.1', port: pile }) }),
    createPile({ ...facts, cpCode: 'TLS-O', protocol: 'ocpp16', dial: webSocketDial({ url: `ws://127.0.0.1:${ocpp}/ocpp` }) }),
  ];
  for (const each of plain) each.open();
  const alarms = () =>
    processes.database.asSuperuser<{ cp_code: string }>(`select distinct cp_code from device_event where detail like '%not over TLS%' order by 1`);
  await eventually(async () => expect((await alarms()).map((row) => row.cp_code)).toEqual(['TLS-N', 'TLS-O']));
  for (const each of plain) each.close();
  expect(await onlineOverTls()).toEqual(['TLS-N', 'TLS-O'].map((code) => ({ cp_code: code, online: false, over_tls: null })));
  // With another seed its login differs from the refused one, so it is no replay.
  const piles = [
    createPile({ ...facts, seed: 2, cpCode: 'TLS-N', protocol: 'native', dial: tcpDial({ host: '127.0.0.1', port: pileTls, ca }) }),
    createPile({ ...facts, cpCode: 'TLS-O', protocol: 'ocpp16', dial: webSocketDial({ url: `wss://127.0.0.1:${ocppTls}/ocpp`, ca }) }),
  ];
  for (const each of piles) each.open();
  const expected = ['TLS-N', 'TLS-O'].map((code) => ({ cp_code: code, online: true, over_tls: true }));
  await eventually(async () => expect(await onlineOverTls()).toEqual(expected));
  for (const each of piles) each.close();
});
