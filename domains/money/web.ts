import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'money/CompanyInvoiceInfoList': () =>
    import('./company-invoice-info/company-invoice-info.web.tsx').then((page) => ({ default: page.CompanyInvoiceInfoList })),
  'money/InvoiceList': () => import('./invoice/page/invoice-list.web.tsx').then((page) => ({ default: page.InvoiceList })),
  'money/RechargeList': () => import('./recharge/recharge.web.tsx').then((page) => ({ default: page.RechargeList })),
  'money/ConsumeList': () => import('./consume/consume.web.tsx').then((page) => ({ default: page.ConsumeList })),
  'money/CustomerStatementList': () =>
    import('./customer-statement/customer-statement.web.tsx').then((page) => ({ default: page.CustomerStatementList })),
  'money/StatementMailList': () => import('./statement-mail/statement-mail.web.tsx').then((page) => ({ default: page.StatementMailList })),
  'money/WalletStatement': () => import('./wallet/wallet.web.tsx').then((page) => ({ default: page.WalletStatement })),
  'money/WriteOffList': () => import('./write-off/write-off.web.tsx').then((page) => ({ default: page.WriteOffList })),
  'money/OpeningBalanceList': () => import('./opening-balance/opening-balance.web.tsx').then((page) => ({ default: page.OpeningBalanceList })),
  'money/PayConfList': () => import('./pay-conf/pay-conf.web.tsx').then((page) => ({ default: page.PayConfList })),
  'money/Proof': () => import('./proof/proof.web.tsx').then((page) => ({ default: page.Proof })),
};

/** The button that asks for an invoice over charging orders; loaded once some are chosen. */
export const loadAskInvoice = () => import('./invoice/page/ask-button.web.tsx').then((button) => button.AskInvoiceButton);

/** Loaded with the page of piles. */
export const loadPileParts = () => import('./pile-parts.web.ts').then((parts) => parts.pileParts);
