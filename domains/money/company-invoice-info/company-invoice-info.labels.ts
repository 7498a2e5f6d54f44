import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { companyInvoiceInfo } from './company-invoice-info.ts';

export const companyInvoiceInfoLabels = labels(companyInvoiceInfo, {
  noun: ['企业开票信息', '企業開票資訊', 'Company invoice information'],
  fields: {
    companyInvoiceInfoId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    invoiceRegime: ['开票制度', '開票制度', 'Law of invoices'],
    companyName: ['企业名称', '企業名稱', 'Company'],
    taxNumber: ['税号', '統一編號', 'Tax number'],
    taxProvince: ['税务所属省份', '稅務所屬省份', 'Province of the tax office'],
    companyAddress: ['企业地址', '企業地址', 'Address'],
    companyTel: ['企业电话', '企業電話', 'Phone of the company'],
    companyBank: ['开户银行', '開戶銀行', 'Bank'],
    companyAccount: ['银行账号', '銀行帳號', 'Bank account'],
    elecGoodsCode: ['电费商品编码', '電費商品編碼', 'Goods code of electricity'],
    elecGoodsName: ['电费商品名称', '電費商品名稱', 'Name of electricity'],
    elecUnit: ['电费单位', '電費單位', 'Unit of electricity'],
    elecTaxRate: ['电费税率', '電費稅率', 'Tax rate of electricity'],
    srvGoodsCode: ['服务费商品编码', '服務費商品編碼', 'Goods code of the service'],
    srvGoodsName: ['服务费商品名称', '服務費商品名稱', 'Name of the service'],
    srvUnit: ['服务费单位', '服務費單位', 'Unit of the service'],
    srvTaxRate: ['服务费税率', '服務費稅率', 'Tax rate of the service'],
    drawer: ['开票人', '開票人', 'Issued by'],
    payee: ['收款人', '收款人', 'Payee'],
    taxUserName: ['税务登录用户', '稅務登入使用者', 'User at the tax office'],
    email: ['电子邮箱', '電子郵箱', 'Mail address'],
    contactPerson: ['联系人', '聯絡人', 'Contact'],
    contactPhone: ['联系电话', '聯絡電話', 'Phone of the contact'],
    agentCount: ['适用运营商数', '適用營運商數', 'Agents served'],
    numberPrefix: ['发票号前缀', '發票號前綴', 'Prefix of numbers'],
    appKey: ['开票服务应用号', '開票服務應用號', 'Key at the invoice service'],
    appSecret: ['开票服务密钥', '開票服務金鑰', 'Secret at the invoice service'],
    sealId: ['密封编号', '密封編號', 'Seal id'],
    sellerState: ['开票服务状态', '開票服務狀態', 'Invoice service'],
    sellerCheckedAt: ['检查时间', '檢查時間', 'Checked'],
    quotaMoney: ['剩余授信额度', '剩餘授信額度', 'May still be invoiced'],
    remark: ['备注', '備註', 'Remark'],
  },
  hints: {
    agentId: [
      '不选则适用于租户下没有自己开票信息的运营商',
      '不選則適用於租戶下沒有自己開票資訊的營運商',
      'Left empty, it serves all agents that have none of their own',
    ],
    appSecret: ['留空则保持不变', '留空則保持不變', 'Left empty, it stays as it is'],
    srvGoodsCode: ['其他费用也按服务费开票', '其他費用也按服務費開票', 'Other fees are invoiced as service, too'],
  },
  actions: {
    checkSeller: ['检查开票服务', '檢查開票服務', 'check the invoice service'],
  },
});

export const companyInvoiceInfoRefusals = {
  'companyInvoice.exists': [
    '该租户或运营商已有开票信息',
    '該租戶或營運商已有開票資訊',
    'There is invoice information of this tenant or agent already',
  ],
  'companyInvoice.taxNumber': [
    '税号校验位错误或格式不正确',
    '統一編號檢查碼錯誤或格式不正確',
    'This is no tax number: its form or its check digit is wrong',
  ],
  'companyInvoice.needs': ['请填写{field}', '請填寫{field}', 'The {field} is needed'],
  'companyInvoice.open': ['仍有{n}张发票未完成', '仍有{n}張發票未完成', '{n} {n|invoice|invoices} of it {n|is|are} under way'],
  'companyInvoice.noService': ['此开票信息不使用开票服务', '此開票資訊不使用開票服務', 'It issues without an invoice service'],
  'companyInvoice.noAnswer': [
    '开票服务没有可信的应答（{code}）',
    '開票服務沒有可信的應答（{code}）',
    'The invoice service gave no answer that can be believed ({code})',
  ],
  'companyInvoice.refused': ['开票服务拒绝：{message}', '開票服務拒絕：{message}', 'The invoice service refused it: {message}'],
} as const satisfies RefusalTable;

export const companyInvoiceInfoWords = {
  check: ['检查', '檢查', 'Check'],
  online: ['开票服务在线', '開票服務在線', 'The invoice service can work for this seller'],
  offline: [
    '开票服务已离线，请在税务局登录',
    '開票服務已離線，請在稅務局登入',
    'The invoice service is offline for this seller: sign in at the tax office',
  ],
  keep: ['留空则保持不变', '留空則保持不變', 'Left empty, it stays as it is'],
} as const satisfies Readonly<Record<string, Words>>;
