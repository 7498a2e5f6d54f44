import { useMemo, useState } from 'react';
import { invoiceState, redDash } from '#engines/invoice/codes.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { invoiceFile } from '../invoice.codes.ts';
import { invoiceLabels, invoiceRefusals, invoiceWords } from '../invoice.labels.ts';
import { invoice, invoiceApi } from '../invoice.ts';
import { InvoiceParts, useInvoiceFile } from './invoice-detail.web.tsx';
import type { InvoiceRow } from './invoice-detail.web.tsx';
import { RedDialog } from './red-dialog.web.tsx';
import { SendDialog } from './send-dialog.web.tsx';

interface OpenDialog {
  readonly kind: 'send' | 'red';
  readonly row: InvoiceRow;
}

/** All invoices: how far they have come, their files and mails, and their red-dashes. */
export const InvoiceList = () => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const actions = useRowActions(setDialog);
  const close = () => setDialog(undefined);
  return (
    <>
      <ListPage
        of={invoice}
        api={invoiceApi}
        labels={invoiceLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
        detail={detail}
      />
      {dialog?.kind === 'send' && <SendDialog row={dialog.row} onClose={close} />}
      {dialog?.kind === 'red' && <RedDialog row={dialog.row} onClose={close} />}
    </>
  );
};

const useRowActions = (open: (dialog: OpenDialog) => void) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const save = useInvoiceFile();
  const { send: retry } = useSend(invoiceApi.retry, { changes, doneText: invoiceWords.retried });
  const { send: giveUp } = useSend(invoiceApi.giveUp, { changes, doneText: invoiceWords.givenUp });
  return useMemo(
    () => [
      {
        key: 'pdf',
        label: invoiceFile.items.pdf.words,
        allow: invoiceApi.download.allow,
        when: ({ layoutFileUrl }: InvoiceRow) => layoutFileUrl !== null,
        run: ({ invoiceId }: InvoiceRow) => save(invoiceId, invoiceFile.items.pdf.value),
      },
      {
        key: 'send',
        label: invoiceWords.send,
        allow: invoiceApi.send.allow,
        when: ({ layoutFileUrl }: InvoiceRow) => layoutFileUrl !== null || invoiceRefusals['invoice.notIssued'],
        run: (row: InvoiceRow) => open({ kind: 'send', row }),
      },
      {
        key: 'redDash',
        label: invoiceWords.redDash,
        allow: invoiceApi.redDash.allow,
        danger: true,
        when: whenRed,
        run: (row: InvoiceRow) => open({ kind: 'red', row }),
      },
      {
        key: 'retry',
        label: invoiceWords.retry,
        allow: invoiceApi.retry.allow,
        when: isFailed,
        run: async ({ invoiceId }: InvoiceRow) => {
          await retry({ invoiceId });
        },
      },
      {
        key: 'giveUp',
        label: invoiceWords.giveUp,
        allow: invoiceApi.giveUp.allow,
        danger: true,
        when: isFailed,
        run: async ({ invoiceId, serialNo }: InvoiceRow) => {
          if (await confirm({ title: say(invoiceWords.askGiveUp, { no: serialNo }), danger: true })) await giveUp({ invoiceId });
        },
      },
      'detail' as const,
    ],
    [confirm, giveUp, open, retry, save, say],
  );
};

const isFailed = ({ status }: InvoiceRow): boolean => status === invoiceState.failed;

const whenRed = ({ layoutFileUrl, redDashState: state }: InvoiceRow) => {
  if (layoutFileUrl === null) return invoiceRefusals['invoice.notIssued'];
  if (state === redDash.running) return invoiceRefusals['invoice.redRunning'];
  return state === redDash.proceeded ? invoiceRefusals['invoice.redDone'] : (true as const);
};

const detail = (row: InvoiceRow) => <InvoiceParts row={row} />;
const changes = [invoice];
const columns = [
  ...(['invoiceTitle', 'invoiceNo', 'status', 'redDashState', 'totalMoney', 'taxMoney', 'orderCount', 'mailState', 'invoiceTime'] as const),
  ...([
    'serviceResult',
    'taxCode',
    'custId',
    'sellerName',
    'serialNo',
    'recipientEmail',
    'redInvoiceNo',
    'agentId',
    'tenantId',
    'createTime',
  ] as const),
];
const filters = ['invoiceNo', 'serialNo', 'status', 'redDashState', 'mailState', 'custId', 'createTime', 'agentId', 'tenantId'] as const;
const draw = {
  totalMoney: (value: string, { currency }: InvoiceRow) => (
    <strong>
      <MoneyCell value={value} currency={currency} />
    </strong>
  ),
};
