import { Form, Input, Radio } from 'antd';
import { refundMendWay } from '#engines/payment/codes.ts';
import type { RefundMendWay } from '#engines/payment/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useTwoStep } from '../order/page/dialogs/use-two-step.web.ts';
import { pageWords } from '../order/order-page.labels.ts';
import { ConfirmMendDialog } from '../pay-difference/confirm-mend-dialog.web.tsx';
import { prepaidOrder } from '../prepaid-order/prepaid-order.ts';
import { mendWay } from './refund-order.codes.ts';
import { refundInputLabels, refundOrderLabels, refundWords } from './refund-order.labels.ts';
import { refundOrder, refundOrderApi } from './refund-order.ts';

interface MendProps {
  readonly row: RowOf<typeof refundOrder.fields>;
  readonly onClose: () => void;
}

interface MendForm {
  readonly mendWay: RefundMendWay;
  readonly bankType?: string;
  readonly bankAccount?: string;
  readonly realName?: string;
  readonly remark: string;
}

const changes = [refundOrder, prepaidOrder];
const cardFields = ['bankType', 'bankAccount', 'realName'] as const;

/** Has the provider pay an abnormal refund to another card of the payer, or to the merchant's account. */
export const MendAbnormalDialog = ({ row, onClose }: MendProps) => {
  const say = useSay();
  const rule = useFieldRule();
  const { secondPersonReason, reset, options } = useTwoStep(onClose);
  const { send, sending } = useSend(refundOrderApi.mendAbnormal, { ...options, changes });
  const asksSecond = secondPersonReason !== undefined;
  const remarkLabel = say(refundInputLabels.remark);
  return (
    <FormDialog<MendForm>
      title={say(refundWords.mendOf, { no: row.refundOrderNo })}
      okText={say(asksSecond ? pageWords.askSecond : refundWords.mendAsk)}
      sending={sending}
      onClose={onClose}
      initialValues={{ mendWay: refundMendWay.payerCard }}
      onFinish={(form) => void send({ id: row.refundId, ...form, askSecond: asksSecond ? 1 : 0 })}
      onValuesChange={reset}
    >
      <p>{say(refundWords.mendHint)}</p>
      <Amount row={row} />
      <Form.Item name="mendWay" label={say(mendWay.title)} required>
        <Radio.Group options={Object.values(mendWay.items).map(({ value, words }) => ({ value, label: say(words) }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['mendWay']}>
        {({ getFieldValue }) => (getFieldValue('mendWay') === refundMendWay.payerCard ? <CardFields /> : <p>{say(refundWords.merchantHint)}</p>)}
      </Form.Item>
      <Form.Item name="remark" label={remarkLabel} required rules={[rule(refundOrderApi.mendAbnormal.input.remark, remarkLabel)]}>
        <Input.TextArea maxLength={refundOrderApi.mendAbnormal.input.remark.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
      {asksSecond && <p className="ch-outcome co-code-warn">{secondPersonReason}</p>}
    </FormDialog>
  );
};

const CardFields = () => {
  const say = useSay();
  return (
    <>
      {cardFields.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={say(refundInputLabels[name])}
          extra={name === 'bankType' ? say(refundWords.bankTypeHint) : undefined}
          rules={needed}
        >
          <Input maxLength={refundOrderApi.mendAbnormal.input[name].max} autoComplete="off" />
        </Form.Item>
      ))}
    </>
  );
};
const needed = [{ required: true }];

const Amount = ({ row }: Pick<MendProps, 'row'>) => {
  const say = useSay();
  return (
    <p>
      {say(refundOrderLabels.fields.refundAmount)} <MoneyCell value={row.refundAmount} currency={row.currency} />
    </p>
  );
};

/** Another person agrees that the refund goes there, or declines it. The card itself is not shown again. */
export const ConfirmRefundMendDialog = ({ row, onClose }: MendProps) => {
  const say = useSay();
  const way = itemOf(mendWay, row.mendWay);
  return (
    <ConfirmMendDialog
      title={say(refundWords.mendConfirmOf, { no: row.refundOrderNo })}
      endpoint={refundOrderApi.mendConfirm}
      inputOf={(agree) => ({ id: row.refundId, agree })}
      changes={changes}
      onClose={onClose}
    >
      <p>{say(refundWords.mendConfirmHint, { name: row.mendBy ?? '', way: way ? say(way.words) : '' })}</p>
      <Amount row={row} />
    </ConfirmMendDialog>
  );
};
