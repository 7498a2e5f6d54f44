import { Form, Input } from 'antd';
import { redReason } from '#engines/invoice/codes.ts';
import type { WireInputOf } from '#kit/resource/endpoint.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { invoiceLabels, invoiceWords } from '../invoice.labels.ts';
import { invoice, invoiceApi } from '../invoice.ts';
import type { InvoiceRow } from './invoice-detail.web.tsx';

/** Asks that an invoice is cancelled by a red one, with the reason that the tax office wants and a remark for the record. */
export const RedDialog = ({ row, onClose }: { readonly row: InvoiceRow; readonly onClose: () => void }) => {
  const say = useSay();
  const rule = useFieldRule();
  const { fields } = invoiceLabels;
  const { send, sending } = useSend(invoiceApi.redDash, { changes, doneText: invoiceWords.redAsked, onDone: onClose });
  const { redReason: reason, redRemark } = invoiceApi.redDash.input;
  const { invoiceId } = row;
  return (
    <FormDialog<Omit<WireInputOf<typeof invoiceApi.redDash>, 'invoiceId'>>
      title={say(invoiceWords.redTitle, { no: row.invoiceNo ?? '' })}
      okText={say(invoiceWords.redDash)}
      danger
      sending={sending}
      onClose={onClose}
      initialValues={{ redReason: redReason.wrongInvoice }}
      onFinish={(input) => void send({ invoiceId, ...input })}
    >
      <p className="co-hint">{say(invoiceWords.redHint)}</p>
      <Form.Item name="redReason" label={say(fields.redReason)} required>
        <FieldInput field={reason} />
      </Form.Item>
      <Form.Item name="redRemark" label={say(fields.redRemark)} required rules={[rule(redRemark, say(fields.redRemark))]}>
        <Input.TextArea maxLength={redRemark.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </FormDialog>
  );
};

const changes = [invoice];
