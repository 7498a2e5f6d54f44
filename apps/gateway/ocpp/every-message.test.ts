import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilHolds } from '#kit/test/patience.ts';
import type { RPCClient } from 'ocpp-rpc';
import { platformCallChecks, stationCallChecks } from '#engines/protocol/ocpp16/checks.generated.ts';
import { knownActions } from '#engines/protocol/ocpp16/messages.ts';
import { maximal, minimal } from '#engines/protocol/ocpp16/testing/instances.ts';
import { schemaOf, strictOf } from '#engines/protocol/ocpp16/testing/strict.ts';
import { largestAndSmallest, platformMessages, stationMessages } from './testing/every-message.ts';
import { independentClient } from './testing/independent-client.ts';
import { startGateway, type Gateway } from './testing/test-gateway.ts';

/** Every message of OCPP 1.6 and of its security extension without a certificate authority, to and from an independent client. */
let gateway: Gateway;
let client: RPCClient;
beforeAll(async () => {
  gateway = await startGateway();
  gateway.backend.secrets.set('CP1', 'pw');
  client = independentClient(gateway, { strictMode: false });
  for (const action of platformMessages) client.handle(action, async ({ params }) => fieldsOf(await answer(action, params)));
  await client.connect();
});
afterAll(async () => {
  await client.close({ force: true });
  await gateway.close();
});

const fieldsOf = (payload: unknown): Record<string, unknown> => Object.fromEntries(Object.entries(Object(payload)));

/** What the client does with the next call of the platform. */
let answer: (action: string, params: unknown) => unknown = () => ({});

test('the messages of both tables are all that there are', () => {
  const walked = new Set<string>([...stationMessages, ...platformMessages]);
  expect(Object.keys(stationCallChecks).toSorted()).toEqual(stationMessages.toSorted());
  expect(Object.keys(platformCallChecks).toSorted()).toEqual(platformMessages.toSorted());
  const needAuthority = ['CertificateSigned', 'DeleteCertificate', 'GetInstalledCertificateIds', 'InstallCertificate', 'SignCertificate'];
  expect([...knownActions].filter((action) => !walked.has(action)).toSorted()).toEqual(needAuthority);
});

/** The largest numbers of the schema are no gun of a pile. */
const withGun = (payload: unknown): object => {
  const fields = fieldsOf(payload);
  return { ...fields, ...('connectorId' in fields && { connectorId: 1 }) };
};

describe.each(stationMessages)('%s of a station', (action) => {
  const schema = schemaOf(action, 'req');

  test.each([
    ['smallest', withGun(minimal(schema))],
    ['largest', withGun(maximal(schema))],
  ])('the %s is answered', async (_size, payload) => {
    expect(strictOf(action, 'req')(payload)).toBe(true);
    const reply: unknown = await client.call(action, payload);
    const conf = strictOf(action, 'conf');
    expect(conf(reply), JSON.stringify(conf.errors)).toBe(true);
  });

  test('a wrong one is refused by its cause, and the next is answered', async () => {
    const largest = withGun(maximal(schema));
    // A station's clock may be unset, and `currentTime` says what to set it to; so times are not required.
    const required = (schema.required ?? []).filter((field) => schema.properties?.[field]?.format !== 'date-time');
    for (const field of required) {
      const { [field]: _missing, ...rest } = fieldsOf(largest);
      await expect(client.call(action, rest), `without ${field}`).rejects.toMatchObject({ rpcErrorCode: 'OccurenceConstraintViolation' });
      await expect(client.call(action, { ...largest, [field]: { no: 'such' } }), field).rejects.toMatchObject({
        rpcErrorCode: 'TypeConstraintViolation',
      });
    }
    expect(await client.call('Heartbeat', {})).toHaveProperty('currentTime');
  });
});

describe.each(platformMessages)('%s of ours', (action) => {
  const settled = async (commandId: string) => {
    await untilHolds(() => gateway.backend.settlements.some((settlement) => settlement.commandId === commandId));
    return gateway.backend.settlements.find((settlement) => settlement.commandId === commandId);
  };
  let number = 0;
  const send = async (command: ReturnType<typeof largestAndSmallest>[number]) => {
    number += 1;
    const commandId = `${action.slice(0, 12)}${number}`.padEnd(16, '_');
    expect(gateway.registry.send('CP1', { ...command, commandId })).toBe('sent');
    return settled(commandId);
  };
  const schema = schemaOf(action, 'conf');
  const commands = largestAndSmallest(action);

  test('the smallest and the largest are valid, and each answer of the standard is understood', async () => {
    const statuses = schema.properties?.['status']?.enum ?? [''];
    for (const command of commands)
      for (const index of statuses.keys())
        for (const reply of [minimal(schema), maximal(schema)]) {
          const asked: unknown[] = [];
          answer = (method, params) => {
            asked.push([method, strictOf(method, 'req')(params)]);
            return { ...fieldsOf(reply), ...('status' in fieldsOf(reply) && { status: statuses[index] }) };
          };
          const settlement = await send(command);
          expect(asked).toEqual([[action, true]]);
          expect(settlement).toMatchObject({ outcome: 'answered', reply: { result: expect.any(Number) } });
          expect(settlement).not.toMatchObject({ reply: { remark: 'unreadable answer' } });
        }
  });

  test('a wrong answer and an error end the command with the reason', async () => {
    const [command] = commands;
    if (!command) throw new Error(`no command sends ${action}`);
    answer = () => ({ status: 7, listVersion: 'x', fileName: 7, configurationKey: 'x', unknownKey: 7 });
    const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
    expect(await send(command)).toMatchObject({ reply: isEmpty ? { result: 0 } : { result: 1, remark: 'unreadable answer' } });
    answer = () => Promise.reject(new Error('not today'));
    expect(await send(command)).toMatchObject({ outcome: 'answered', reply: { result: 1, remark: expect.stringContaining('not today') } });
  });
});
