import { join } from 'node:path';
import pino from 'pino';
import { expect } from 'vitest';
import { startOperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import { invoiceOrders } from '#domains/charging/server.ts';
import { companyInvoiceInfoApi, invoiceApi, money } from '#domains/money/resources.ts';
import { allInvoiceRoutes, createInvoiceService, startInvoiceWorker } from '#domains/money/server.ts';
import { createFileStores, createMessenger, startMessageSender } from '#domains/system/server.ts';
import type { OutgoingMessage } from '#domains/system/server.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { eventually } from '#kit/test/patience.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { startStandIn } from './stand-in.ts';
import { testKeys } from './test-keys.fixture.ts';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
}

const createMailbox = () => {
  const mails: ReceivedMail[] = [];
  const mail = {
    name: 'mail',
    keepsText: false,
    send: async ({ to, subject, body, attachments = [] }: OutgoingMessage) => {
      const files: { readonly name: string; readonly bytes: Buffer }[] = [];
      for (const { name, content } of attachments) files.push({ name, bytes: Buffer.concat(await content.toArray()) });
      mails.push({ to, subject, body, files });
      return 'taken';
    },
  };
  return { mails, providers: { mail } };
};

/** Goods and rates as tenants have them. */
export const goodsOfSeller = {
  elecGoodsCode: '1100101020200000000',
  elecGoodsName: '充电电费',
  elecUnit: 'kWh',
  elecTaxRate: '13.00',
  srvGoodsCode: '3049900000000000000',
  srvGoodsName: '充电服务费',
  srvTaxRate: '6.00',
};

/** Orders of a card, the invoice service over its wire, its worker, and a mailbox. */
export const startInvoiceTestbed = async () => {
  const standIn = await startStandIn({ timeFactor: 100, keys: testKeys() });
  const { mails, providers } = createMailbox();
  const folder = temporaryFolder('invoice-files');
  const places = { stores: createFileStores({ folder, s3: undefined }), spoolFolder: join(folder, 'spool') };
  const address = { url: '' };
  const made: Deps[] = [];
  const invoices = createInvoiceService({ origin: () => standIn.origin });
  const messenger = createMessenger(providers);
  // The service knows the real time.
  const clock = (): Date => new Date();
  const bed = await startOperatorTestbed({
    domains: [money],
    routes: (deps) => {
      made.push(deps);
      return allInvoiceRoutes({ ...deps, ...places, clock, invoices, messenger, orders: invoiceOrders });
    },
  });
  const [deps] = made;
  if (!deps) throw new Error('the testbed made no routes');
  address.url = new URL(bed.server.url).origin;
  const own = { ...deps, ...places, clock, log: pino({ level: 'silent' }), invoices, messenger, publicUrl: () => address.url };
  const worker = startInvoiceWorker(own);
  const sender = startMessageSender({ ...own, providers, onError: () => undefined });
  const { appKey, appSecret } = standIn.invoices.account;
  const addSeller = (more: Readonly<Record<string, unknown>> = {}) =>
    bed.server.ok(bed.anna, companyInvoiceInfoApi.add, {
      tenantId: bed.ids.tenantId,
      companyName: '华东充电科技有限公司',
      taxNumber: '91350100M000100Y43',
      taxProvince: '福建省',
      ...goodsOfSeller,
      drawer: '李雷',
      payee: '韩梅梅',
      appKey,
      appSecret,
      ...more,
    });
  const read = async (invoiceId: string) => bed.server.ok(bed.anna, invoiceApi.queryById, { id: invoiceId });
  return {
    ...bed,
    standIn,
    mails,
    worker,
    addSeller,
    read,
    /** Settled orders of the card, by their ids. */
    charged: async (count: number, energyDwh = 20_000): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let at = 0; at < count; at++) ids.push(await bed.idOf(await bed.charge(energyDwh + at * 1_230)));
      return ids;
    },
    until: async (invoiceId: string, wanted: object) => {
      await eventually(async () => expect(await read(invoiceId)).toMatchObject(wanted));
      return read(invoiceId);
    },
    brokenRecords: async () =>
      (
        await bed.server.database.asSuperuser<{ invariant: string; subject: string | null; broken: bigint }>('select * from money_proof_of_invoice()')
      ).filter(({ broken }) => broken !== 0n),
    close: async () => {
      await sender.stop();
      await worker.stop();
      await bed.close();
      await standIn.close();
    },
  };
};
