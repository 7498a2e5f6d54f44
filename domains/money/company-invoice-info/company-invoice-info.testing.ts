import { AT, TENANT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { companyInvoiceInfoApi } from './company-invoice-info.ts';

const BENCH_SELLERS = 1_000;

export const testing = nounTesting({
  name: 'companyInvoiceInfo',
  rows: rowsByAdding('agent', { add: companyInvoiceInfoApi.add, key: 'companyInvoiceInfoId' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    agentId: await b.make('agent', owner),
    companyName: markedText(b, owner, 'agent'),
    taxNumber: '91350100M000100Y43',
    elecGoodsCode: '1100101020200000000',
    elecGoodsName: '充电电费',
    elecTaxRate: '13.00',
    srvGoodsCode: '3049900000000000000',
    srvGoodsName: '充电服务费',
    srvTaxRate: '13.00',
    appKey: 'key',
    appSecret: 'secret',
  })),
  refusedHere: { checkSeller: 'The invoice service gave no answer that can be believed (no service)' },
  namesNoRow: ['appKey', 'appSecret', 'elecGoodsCode', 'srvGoodsCode', 'taxUserName'],
  bench: {
    rows: BENCH_SELLERS,
    sql: [
      `insert into company_invoice_info (tenant_id, agent_id, invoice_regime, company_name, tax_number, elec_goods_name, elec_tax_rate, srv_goods_name, srv_tax_rate,
         seal_id, create_time)
       select ${TENANT}, n, 1, 'Company ' || n, '91350100M000100Y43', 'Electricity', 1300, 'Service', 1300, n, ${AT} ${rowsOf(BENCH_SELLERS)}`,
    ],
  },
});
