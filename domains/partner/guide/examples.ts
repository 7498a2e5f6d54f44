/** A file of the examples. Tests run them as they are shown. */
export interface ExampleFile {
  readonly name: string;
  readonly text: string;
}

const client = `// client.mjs: Node.js 20 or newer, without packages.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const bytes = (base64) => Buffer.from(base64, 'base64');
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const equal = (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** keys: base, authId, accessToken, signSecret and, for an encrypted account, secretKey and ivKey. */
export const createClient = ({ base, authId, accessToken, signSecret, secretKey, ivKey, encrypted = false }) => {
  const signKey = bytes(signSecret.slice('whsec_'.length));
  const ivOf = (direction, timestamp, nonce) => hmac(bytes(ivKey), [direction, timestamp, nonce].join('\\n')).subarray(0, 12);
  const encrypt = (iv, text) => {
    const cipher = createCipheriv('aes-256-gcm', bytes(secretKey), iv);
    return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
  };
  const decrypt = (iv, encData) => {
    const all = bytes(encData);
    const decipher = createDecipheriv('aes-256-gcm', bytes(secretKey), iv);
    decipher.setAuthTag(all.subarray(-16));
    return Buffer.concat([decipher.update(all.subarray(0, -16)), decipher.final()]).toString('utf8');
  };

  /** Makes a call; throws an error with the code of the problem. */
  const call = async (method, path, input) => {
    const { pathname, search } = new URL(base + path);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const nonce = randomBytes(16).toString('hex');
    const plain = input === undefined ? '' : JSON.stringify(input);
    const body = encrypted && plain !== '' ? JSON.stringify({ encData: encrypt(ivOf('request', timestamp, nonce), plain) }) : plain;
    const digest = createHash('sha256').update(body).digest('hex');
    const signature = hmac(signKey, [method, pathname + search, timestamp, nonce, digest].join('\\n')).toString('hex');
    const response = await fetch(base + path, {
      method,
      headers: {
        authorization: 'Bearer ' + accessToken,
        'x-auth-id': authId,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signature,
        ...(body !== '' && { 'content-type': 'application/json' }),
      },
      ...(body !== '' && { body }),
    });
    const answer = await response.json();
    if (!response.ok) throw Object.assign(new Error(answer.code + ': ' + answer.title), { code: answer.code, status: response.status, answer });
    return encrypted ? JSON.parse(decrypt(ivOf('response', timestamp, nonce), answer.encData)) : answer;
  };

  /** The message of a webhook; undefined when it is not ours or too old. headers are in small letters, body is the text as it arrived. */
  const readWebhook = (headers, body) => {
    const id = headers['webhook-id'];
    const timestamp = headers['webhook-timestamp'];
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return undefined;
    const expected = 'v1,' + hmac(signKey, id + '.' + timestamp + '.' + body).toString('base64');
    if (!String(headers['webhook-signature']).split(' ').some((signature) => equal(signature, expected))) return undefined;
    const sent = JSON.parse(body);
    return encrypted ? JSON.parse(decrypt(ivOf('webhook', timestamp, id), sent.encData)) : sent;
  };

  return { call, readWebhook };
};
`;

const charge = `// charge.mjs: begins a charge at a plugged gun, stops it and prints its bill.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from './client.mjs';

const client = createClient(JSON.parse(process.env.PARTNER_KEYS));
const requestId = process.argv[2] ?? 'demo-' + Date.now();

const { records: stations } = await client.call('GET', '/stations');
const { records: guns } = await client.call('GET', '/stations/' + stations[0].stationId + '/guns');
const gun = guns.find(({ use }) => use === 'plugged');
if (!gun) throw new Error('plug a car in first');
const { stages } = await client.call('GET', '/guns/' + gun.cpCode + '/' + gun.gunNumber + '/prices');
console.log('a kWh costs', stages[0].totalE5 / 100000, stations[0].currency);

// Up to 20.00 of the currency. The same requestId again begins nothing, so a lost answer is asked for again.
const { cpCode, gunNumber } = gun;
let state = await client.call('POST', '/charges', { requestId, cpCode, gunNumber, strategyType: 2, strategyVal: '20.00' });
const until = async (states) => {
  while (!states.includes(state.orderState)) {
    await sleep(1000);
    state = await client.call('GET', '/charges/' + requestId);
  }
};
await until([2, 3, 4]);
console.log('charging', state.chargingOrderNo);
await client.call('POST', '/charges/' + requestId + '/stop');
await until([4, 5]);
console.log('bill', JSON.stringify(state.bill));
`;

const webhook = `// webhook.mjs: listens to webhooks.
import { createServer } from 'node:http';
import { createClient } from './client.mjs';

const client = createClient(JSON.parse(process.env.PARTNER_KEYS));
const seen = new Set();

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const message = client.readWebhook(request.headers, body);
  if (!message) return response.writeHead(401).end();
  // The same message may come twice; its id tells.
  if (!seen.has(message.id)) console.log(message.type, JSON.stringify(message.data));
  seen.add(message.id);
  response.writeHead(204).end();
}).listen(Number(process.env.PORT ?? 8080), () => console.log('listening'));
`;

export const exampleFiles: readonly ExampleFile[] = [
  { name: 'client.mjs', text: client },
  { name: 'charge.mjs', text: charge },
  { name: 'webhook.mjs', text: webhook },
];
