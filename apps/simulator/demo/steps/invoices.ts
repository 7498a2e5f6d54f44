import { companyInvoiceInfoApi } from '#domains/money/resources.ts';
import type { Api } from '../api.ts';
import { field } from '../api.ts';
import { ensure } from '../ensure.ts';
import type { SkippedCallback } from '../ensure.ts';
import { toldBy } from './payments.ts';
import type { DemoIds } from './places.ts';

interface InvoiceSetup {
  readonly places: DemoIds;
  /** The stand-in of the invoice service; undefined where none runs. */
  readonly standIn: string | undefined;
  readonly onSkipped: SkippedCallback;
}

/** Enters who issues invoices: the tenant in China through the stand-in, the one in Europe by itself. */
export const setUpInvoices = async (api: Api, { places, standIn, onSkipped }: InvoiceSetup): Promise<void> => {
  const account = standIn === undefined ? undefined : field(await toldBy(standIn), 'invoiceAccount');
  const planned = [...(account === undefined ? [] : [chinaDraft(places.tenantId('huadong'), account)]), europeDraft(places.tenantId('rhein'))];
  const rows = await ensure(
    api,
    { ...companyInvoiceInfoApi, nameOf: (row) => row.companyName },
    { planned, nameOf: ({ companyName }) => companyName, draftOf: (draft) => draft, onSkipped },
  );
  const china = planned.find(({ companyName }) => companyName === CHINA);
  const row = china && rows.find(china.companyName);
  if (row && rows.isNew.has(CHINA)) await api.call(companyInvoiceInfoApi.checkSeller, { companyInvoiceInfoId: row.companyInvoiceInfoId });
};

const CHINA = '华东充电服务有限公司';
const textOf = (account: unknown, name: string): string => {
  const text = field(account, name);
  return typeof text === 'string' ? text : '';
};

const chinaDraft = (tenantId: string, account: unknown) => ({
  tenantId,
  companyName: CHINA,
  taxNumber: '91350100M000100Y43',
  taxProvince: '上海市',
  companyAddress: '上海市嘉定区安亭镇墨玉路 18 号',
  companyTel: '02159500000',
  companyBank: '演示银行上海分行',
  companyAccount: '31050000000000012345',
  elecGoodsCode: '1100101020200000000',
  elecGoodsName: '充电电费',
  elecUnit: 'kWh',
  elecTaxRate: '13.00',
  srvGoodsCode: '3049900000000000000',
  srvGoodsName: '充电服务费',
  srvUnit: '次',
  srvTaxRate: '6.00',
  drawer: '李晓梅',
  payee: '周建国',
  taxUserName: '李晓梅',
  email: 'tax@huadong.example',
  contactPerson: '李晓梅',
  contactPhone: '13800001234',
  appKey: textOf(account, 'appKey'),
  appSecret: textOf(account, 'appSecret'),
});

/** The VAT number is a published example. */
const europeDraft = (tenantId: string) => ({
  tenantId,
  companyName: 'Rhein Ladenetz GmbH',
  taxNumber: 'DE136695976',
  companyAddress: 'Rheinuferstraße 12, 50668 Köln, Germany',
  elecGoodsName: 'Charging, electricity',
  elecUnit: 'kWh',
  elecTaxRate: '19.00',
  srvGoodsName: 'Charging, service',
  srvTaxRate: '19.00',
  numberPrefix: 'RL',
  email: 'billing@rhein.example',
  contactPerson: 'Petra Vogel',
});
