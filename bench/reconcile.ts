/**
 * How long a day of a million lines takes to be reconciled, and how much memory: `npm run bench:reconcile`. A bill of WeChat Pay is read as it would be
 * downloaded, stored and compared with a million payments, on one embedded database. Some lines are lost, doubled, added and changed, and exactly those
 * must be found. Exits 1 if it takes more than a minute, if memory grows by more than the limit, or if a difference is missed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import pino from 'pino';
import { wechatBillRows } from '#engines/payment/wechat/bill.ts';
import { callDone, callUnknown } from '#engines/payment/payment.ts';
import { yuanText } from '#engines/payment/yuan.ts';
import { startBillWorker } from '#domains/charging/server.ts';
import type { PaymentDeps } from '#domains/charging/server.ts';
import { gunzipped, readBillStream } from '#domains/money/provider/bill-stream.server.ts';
import { createPaymentProviders } from '#domains/money/server.ts';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import { inSystem, openDatabase } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { migrate } from '#kit/db/schema/migrate.ts';
import { testAddress } from '#kit/test/template.ts';

const LINES = Number(process.env['BENCH_LINES'] ?? 1_000_000);
const LIMIT_MS = 60_000;
const LIMIT_BYTES = 400 * 1024 * 1024;
const DAY = '2026-11-25';
const AMOUNT_CENTS = 50_00n;
const FEE = '0.30000';
/** One line in so many is lost, doubled, or changed. */
const ODD_EVERY = 100_000;

async function run(database: Database): Promise<boolean> {
  await fill(database);
  const bill = await gzippedBill();
  console.log(`a bill of ${LINES} lines has ${(bill.length / 1024 / 1024).toFixed(1)} MB in gzip`);
  const worker = startBillWorker(depsOf(database, bill));
  const memory = watchMemory();
  const begunMs = performance.now();
  await worker.poll();
  const tookMs = performance.now() - begunMs;
  const grownBytes = memory.stop();
  await worker.stop();
  const found = await countFound(database);
  const odd = Math.ceil(LINES / ODD_EVERY);
  // The stranger's line is the one that was added.
  const expected = { matched: LINES - 2 * odd, differences: 3 * odd + 1 };
  console.log(`fetched, stored and compared in ${(tookMs / 1_000).toFixed(1)} s; limit ${LIMIT_MS / 1_000} s`);
  console.log(`memory grew by ${(grownBytes / 1024 / 1024).toFixed(0)} MB; limit ${LIMIT_BYTES / 1024 / 1024} MB`);
  console.log(`found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  return tookMs <= LIMIT_MS && grownBytes <= LIMIT_BYTES && found.matched === expected.matched && found.differences === expected.differences;
}

const numberOf = (n: number): string => `261125${String(n).padStart(12, '0')}`;

/** The payments of the day, and the day that waits for its bill. */
async function fill(database: Database): Promise<void> {
  await inSystem(database, async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx);
    await sql`insert into tenant (tenant_id, name) values (1, 'Bench')`.execute(tx);
    await sql`insert into pay_conf (pay_conf_id, tenant_id, conf_name, pay_type, seal_id) values (7, 1, 'Bench', 2, 'x')`.execute(tx);
    await sql`insert into prepaid_order (tenant_id, agent_id, station_id, bill_id, app_type, pay_state, pay_time, order_amount, actual_pay_amount, currency, pay_conf_id,
        pay_type, pay_scene, cp_code, gun_number, expire_time)
      select 1, 1, 1, '261125' || lpad(n::text, 12, '0'), 1, 1, timestamptz '2026-11-25 04:00:00Z', ${AMOUNT_CENTS}, ${AMOUNT_CENTS}, 'CNY', 7, 2, 2, 'BENCH', 1,
        timestamptz '2026-11-25 05:00:00Z' from generate_series(1, ${LINES}::int4) n`.execute(tx);
    await sql`insert into pay_bill_day (tenant_id, pay_conf_id, pay_type, bill_day, currency, next_step_at) values (1, 7, 2, ${DAY}::date, 'CNY', timestamptz '2026-11-26 03:00:00Z')`.execute(
      tx,
    );
  });
  await database.system.executeQuery(sql`analyze`.compile(database.system));
}

const HEADER =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

const rowOf = (no: string, cents: bigint): string =>
  ['2026-11-25 12:00:00', 'wx0', '1900000001', '0', '', `42${no}`, no, '', 'NATIVE', 'SUCCESS', 'OTHERS', 'CNY', yuanText(cents), '0.00']
    .concat(['0', '0', '0.00', '0.00', '', '', '充电预付款', '', FEE, '0.60%', yuanText(cents), '0.00', ''])
    .map((cell) => `\`${cell}`)
    .join(',');

function* billText(): Generator<string> {
  let [count, cents] = [0, 0n];
  const line = (no: string, amount: bigint): string => {
    count += 1;
    cents += amount;
    return `${rowOf(no, amount)}\r\n`;
  };
  yield `\uFEFF${HEADER}\r\n`;
  for (let n = 1; n <= LINES; n += 1) {
    const place = n % ODD_EVERY;
    if (place === 1) continue;
    yield line(numberOf(n), place === 2 ? AMOUNT_CENTS + 1n : AMOUNT_CENTS);
    if (place === 3) yield line(numberOf(n), AMOUNT_CENTS);
  }
  yield line('STRANGER01', AMOUNT_CENTS);
  yield `${SUMS}\r\n${[String(count), yuanText(cents), '0.00', '0.00', '0.00', yuanText(cents), '0.00'].map((cell) => `\`${cell}`).join(',')}\r\n`;
}

const gzippedBill = (): Promise<Buffer> => buffer(Readable.from(billText()).pipe(createGzip()));

const depsOf = (database: Database, bill: Buffer): PaymentDeps => {
  const real = createPaymentProviders();
  const account = {
    kind: 'wechat',
    mchId: '1900000001',
    appId: 'wx0',
    serialNo: '0',
    privateKey: '',
    apiV3Key: '',
    publicKeyId: null,
    publicKey: null,
  } as const;
  return {
    database,
    bus: database.bus,
    live: { publish: () => undefined },
    clock: () => new Date('2026-11-26T04:00:00Z'),
    log: pino({ level: 'error' }),
    payments: {
      providers: {
        ...real,
        wechat: {
          ...real.wechat,
          dayBill: async (_account, _day, take) => {
            const read = await readBillStream(gunzipped(bill), { rows: wechatBillRows(), charset: 'utf-8', take });
            return typeof read === 'string' ? callUnknown(read) : callDone(read);
          },
        },
      },
      openAccount: async () => ({ tenantId: '1', account }),
      payConfIdsOfTenant: () => Promise.resolve([]),
      payConfIdsOf: async () => ['7'],
      publicUrl: () => '',
      openReceiver: () => ({ way: 'merchantAccount' }),
    },
  };
};

const SAMPLE_MS = 100;
/** The most memory above that of now. */
const watchMemory = () => {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, SAMPLE_MS);
  return {
    stop: (): number => {
      clearInterval(timer);
      return most - before;
    },
  };
};

async function countFound(database: Database): Promise<{ readonly matched: number; readonly differences: number }> {
  return inSystem(database, async (tx) => {
    const { rows } = await sql<{
      matched: number;
      differences: number;
    }>`select matched_count as matched, difference_count as differences from pay_bill_day`.execute(tx);
    return rows[0] ?? { matched: 0, differences: 0 };
  });
}

const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-reconcile-'));
const embedded = await startEmbeddedDatabase({ dataDir: folder });
try {
  await migrate({ url: embedded.url });
  const database = openDatabase({ url: await testAddress(embedded.url) });
  try {
    process.exitCode = (await run(database)) ? 0 : 1;
  } finally {
    await database.close();
  }
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
