import { choice, count, decimal, id, instant, money, onAdd, optional, phone, readOnly, ref, secret, text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { invoiceRegimeCodes, sellerStateCodes } from './company-invoice-info.codes.ts';

const NAME_MAX = 100;
/** The number of the goods in the tax classification of China has 19 digits. */
const goodsCode = () => optional(text({ max: 19, pattern: { source: '^\\d{19}$', problem: 'badPattern' } }));
const goodsName = () => text({ min: 1, max: NAME_MAX });
const unit = () => optional(text({ max: 20 }));
/** Percent with two decimals. */
const taxRate = () => decimal({ scale: 2, min: 0, max: 50, unit: '%' });

/**
 * Who issues invoices for a tenant or for one of its agents, and with which goods and tax rates. An agent without one is served by that of its tenant.
 * The currency of the tenant says under which law it issues. The keys of the invoice service are stored sealed.
 */
export const companyInvoiceInfo = resource({
  name: 'companyInvoiceInfo',
  sensitivity: 'personal',
  path: '/money/sseCompanyInvoiceInfo',
  table: 'company_invoice_info',
  view: 'company_invoice_info_view',
  key: 'companyInvoiceInfoId',
  title: 'companyName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  fields: {
    companyInvoiceInfoId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    agentId: onAdd(optional(ref('agent', { filter: 'equals' }))),
    invoiceRegime: readOnly(choice(invoiceRegimeCodes)),
    companyName: text({ min: 1, max: NAME_MAX, filter: 'contains' }),
    /** In China a tax code, in the European Union the VAT number with the prefix of its country. */
    taxNumber: text({ min: 1, max: 20 }),
    taxProvince: optional(text({ max: 60 })),
    companyAddress: optional(text({ max: 200 })),
    companyTel: optional(phone({ published: true })),
    companyBank: optional(text({ max: NAME_MAX })),
    companyAccount: optional(text({ max: 40 })),
    elecGoodsCode: goodsCode(),
    elecGoodsName: goodsName(),
    elecUnit: unit(),
    elecTaxRate: taxRate(),
    srvGoodsCode: goodsCode(),
    srvGoodsName: goodsName(),
    srvUnit: unit(),
    srvTaxRate: taxRate(),
    /** Who is named as issuer on the invoice. */
    drawer: optional(text({ max: 60 })),
    payee: optional(text({ max: 60 })),
    /** Who signs in at the tax office. */
    taxUserName: optional(text({ max: 60 })),
    email: optional(personal(text({ max: 100, pattern: patterns.email }), { kind: 'mailbox' })),
    contactPerson: optional(text({ max: 60 })),
    contactPhone: optional(phone()),
    /** How many agents it serves. */
    agentCount: readOnly(count()),
    /** What the numbers of its own invoices begin with, in the European Union. */
    numberPrefix: optional(text({ max: 8, pattern: { source: '^[A-Z0-9]{1,8}$', problem: 'badPattern' } })),
    appKey: optional(text({ max: 64 })),
    appSecret: secret(optional(text({ max: 255 }))),
    /** What seals the key belongs to this row alone. */
    sealId: readOnly(secret(text({ max: 64 }))),
    sellerState: readOnly(choice(sellerStateCodes, { filter: 'equals' })),
    sellerCheckedAt: readOnly(optional(instant())),
    /** What may still be invoiced this month, as the tax office says. */
    quotaMoney: readOnly(optional(money())),
    remark: optional(text({ max: 255 })),
  },
});

const { path } = companyInvoiceInfo;
const { exportTemplate: _template, importExcel: _import, ...standardEndpoints } = crud(companyInvoiceInfo);

export const companyInvoiceInfoApi = {
  ...standardEndpoints,
  ...personalApi(companyInvoiceInfo),
  add: { ...standardEndpoints.add, proof: 'keys' as const },
  edit: { ...standardEndpoints.edit, proof: 'keys' as const },
  /** Asks the invoice service whether it can work for the seller, and what may still be invoiced. */
  checkSeller: endpoint({
    method: 'POST',
    path: `${path}/checkSeller`,
    allow: 'companyInvoiceInfo:edit',
    noTransaction: true,
    input: { companyInvoiceInfoId: id() },
    output: words(),
  }),
};
