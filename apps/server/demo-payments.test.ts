import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { createPaymentProviders, providerOrigins } from '#domains/money/server.ts';
import { defaultAccess } from './config/access.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { paymentOriginsOf, startStandIn } from './demo-payments.ts';

const account = { kind: 'stripe', secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecrets: [] } as const;

/** The origins that a question about a payment is sent to. */
const askedOrigins = async (origins: typeof providerOrigins): Promise<readonly string[]> => {
  const asked: string[] = [];
  const providers = createPaymentProviders({
    origins,
    transport: async ({ url }) => {
      asked.push(new URL(url).origin);
      return 'network';
    },
  });
  await providers.stripe.query(account, { payNo: 'P12345', tradeRef: 'pi_1' });
  return asked;
};

test('a demo asks no provider until it has decided, and then the one that was decided', async () => {
  const payments = paymentOriginsOf({ demo: true, access: defaultAccess });
  expect(payments.isUndecided).toBe(true);
  expect(await askedOrigins(payments.origins)).toEqual(['http://127.0.0.1:9']);
  payments.use(providerOrigins);
  expect(await askedOrigins(payments.origins)).toEqual([providerOrigins.stripe]);
});

test('a system with real data, or with a stand-in of its own, asks those that it names', async () => {
  expect(await askedOrigins(paymentOriginsOf({ demo: false, access: defaultAccess }).origins)).toEqual([providerOrigins.stripe]);
  const named = { wechat: 'http://x:1', alipay: 'http://x:1', stripe: 'http://x:1', invoices: 'http://x:1' };
  const payments = paymentOriginsOf({ demo: true, access: { ...defaultAccess, payments: named } });
  expect(payments.isUndecided).toBe(false);
  expect(await askedOrigins(payments.origins)).toEqual(['http://x:1']);
});

test('the stand-in is started again on its port when its process ends, and not after it was stopped', async () => {
  const folder = temporaryFolder('stand-in');
  const program = path.join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { createServer } from 'node:http';
    const server = createServer((request, answer) => { answer.end(String(process.pid)); if (request.url === '/end') setTimeout(() => process.exit(1), 50); });
    server.listen(Number(process.env.STAND_IN_PORT), '127.0.0.1', () => console.log('listens on http://127.0.0.1:' + server.address().port));`,
  );
  const payments = paymentOriginsOf({ demo: true, access: defaultAccess });
  const standIn = await startStandIn(payments, { dataDir: folder, log: pino({ level: 'silent' }), program });
  onTestFinished(() => standIn?.stop());
  const processAt = async (route: string): Promise<string> => (await fetch(`${payments.origins.stripe}${route}`)).text();
  const first = await processAt('/end');
  const second = await eventually(async () => {
    const found = await processAt('/');
    expect(found).not.toBe(first);
    return found;
  }, 100);
  expect(Number(second)).toBeGreaterThan(0);
  standIn?.stop();
  await eventually(() => expect(processAt('/')).rejects.toThrow('fetch failed'), 50);
});
