import { invoiceRegime, sellerState } from '#engines/invoice/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

export const invoiceRegimeCodes = codeTable({
  dictCode: 'invoice_regime',
  title: ['开票制度', '開票制度', 'Law of invoices'],
  items: {
    china: { value: invoiceRegime.china, words: ['中国数电票', '中國數電票', 'China, e-invoice'] },
    europe: { value: invoiceRegime.europe, words: ['欧盟增值税发票', '歐盟增值稅發票', 'European Union, VAT invoice'] },
  },
});

/** Whether the invoice service can work for a seller. */
export const sellerStateCodes = codeTable({
  dictCode: 'invoice_seller_state',
  title: ['开票服务状态', '開票服務狀態', 'State at the invoice service'],
  items: {
    unknown: { value: sellerState.unknown, words: ['未检查', '未檢查', 'Not checked'], tone: 'quiet' },
    online: { value: sellerState.online, words: ['在线', '在線', 'Online'], tone: 'good' },
    offline: {
      value: sellerState.offline,
      words: ['已离线，需登录税务局', '已離線，需登入稅務局', 'Offline: sign in at the tax office'],
      tone: 'bad',
    },
  },
});
