import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { PromptDialog } from '#kit/web/form/prompt-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { invoiceLabels, invoiceWords } from '../invoice.labels.ts';
import { invoice, invoiceApi } from '../invoice.ts';
import type { InvoiceRow } from './invoice-detail.web.tsx';

/** Sends the files of an invoice, to the address that it was asked for with or to another one. */
export const SendDialog = ({ row, onClose }: { readonly row: InvoiceRow; readonly onClose: () => void }) => {
  const say = useSay();
  const { send, sending } = useSend(invoiceApi.send, { changes, doneText: invoiceWords.sent, onDone: onClose });
  return (
    <PromptDialog
      name="invoice-send"
      title={say(invoiceWords.sendTitle)}
      label={say(invoiceLabels.fields.recipientEmail)}
      field={invoiceApi.send.input.recipientEmail}
      {...(row.recipientEmail !== null && { hint: say(invoiceWords.sendHint) })}
      okText={say(invoiceWords.send)}
      sending={sending}
      onDone={(mail) => void send({ invoiceId: row.invoiceId, recipientEmail: mail === '' ? null : mail })}
      onClose={onClose}
    />
  );
};

const changes = [invoice];
