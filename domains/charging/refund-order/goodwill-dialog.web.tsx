import { Form, Input } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { useTwoStep } from '../order/page/dialogs/use-two-step.web.ts';
import type { OrderRow } from '../order/page/live-order.web.tsx';
import { orderLabels } from '../order/order.labels.ts';
import { pageWords } from '../order/order-page.labels.ts';
import { prepaidOrder } from '../prepaid-order/prepaid-order.ts';
import { refundInputLabels, refundWords } from './refund-order.labels.ts';
import { refundOrder, refundOrderApi } from './refund-order.ts';

interface GoodwillInput {
  readonly amount: string;
  readonly reason: string;
}

const more = [refundOrder, prepaidOrder];

/** Gives billed money of a settled order back, with a reason for the record; above the limit a second person is asked. */
export const GoodwillDialog = ({ row, onClose }: { readonly row: OrderRow; readonly onClose: () => void }) => {
  const say = useSay();
  const rule = useFieldRule();
  const { secondPersonReason, reset, options } = useTwoStep(onClose);
  const { send, sending } = useSend(refundOrderApi.goodwill, { ...options, changes: [...options.changes, ...more] });
  const asksSecond = secondPersonReason !== undefined;
  const give = (input: GoodwillInput) => void send({ chargingOrderNo: row.chargingOrderNo, ...input, askSecond: asksSecond ? 1 : 0 });
  const { amount, reason } = refundOrderApi.goodwill.input;
  const [amountLabel, reasonLabel] = [say(refundInputLabels.amount), say(refundInputLabels.reason)];
  return (
    <FormDialog<GoodwillInput>
      title={`${say(pageWords.goodwill)} ${row.chargingOrderNo}`}
      okText={say(asksSecond ? pageWords.askSecond : pageWords.goodwill)}
      danger={!asksSecond}
      sending={sending}
      onClose={onClose}
      onFinish={give}
      onValuesChange={reset}
    >
      <p>{say(refundWords.goodwillHint)}</p>
      <p>
        {say(orderLabels.fields.billingAmount)} <MoneyCell value={row.billingAmount} currency={row.currency} />
      </p>
      <Form.Item name="amount" label={amountLabel} required rules={[rule(amount, amountLabel)]}>
        <FieldInput field={amount} />
      </Form.Item>
      <Form.Item name="reason" label={reasonLabel} required rules={[rule(reason, reasonLabel)]}>
        <Input.TextArea maxLength={reason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
      {asksSecond && <p className="ch-outcome co-code-warn">{secondPersonReason}</p>}
    </FormDialog>
  );
};
