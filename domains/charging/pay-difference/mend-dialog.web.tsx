import { Form, Input, Radio } from 'antd';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useTwoStep } from '../order/page/dialogs/use-two-step.web.ts';
import { pageWords } from '../order/order-page.labels.ts';
import { payBillDay } from '../pay-bill-day/pay-bill-day.ts';
import { mendKind } from './pay-difference.codes.ts';
import { differenceInputLabels, differenceWords, payDifferenceLabels } from './pay-difference.labels.ts';
import { payDifference, payDifferenceApi } from './pay-difference.ts';

interface MendProps {
  readonly row: RowOf<typeof payDifference.fields>;
  readonly onClose: () => void;
}

interface MendInput {
  readonly mend: CodeValue<typeof mendKind>;
  readonly remark: string;
}

const changes = [payDifference, payBillDay];

/** What a person does about a difference, with a remark for the record; above the limit a second person is asked. */
export const MendDialog = ({ row, onClose }: MendProps) => {
  const say = useSay();
  const rule = useFieldRule();
  const { secondPersonReason, reset, options } = useTwoStep(onClose);
  const { send, sending } = useSend(payDifferenceApi.mend, { ...options, changes });
  const asksSecond = secondPersonReason !== undefined;
  const { remark } = payDifferenceApi.mend.input;
  const remarkLabel = say(differenceInputLabels.remark);
  return (
    <FormDialog<MendInput>
      title={say(differenceWords.mendOf, { no: row.entryNo })}
      okText={say(asksSecond ? pageWords.askSecond : differenceWords.mend)}
      sending={sending}
      onClose={onClose}
      initialValues={{ mend: mendKind.items.book.value }}
      onFinish={(input) => void send({ id: row.payDifferenceId, ...input, askSecond: asksSecond ? 1 : 0 })}
      onValuesChange={reset}
    >
      <p>{say(differenceWords.hint)}</p>
      <Difference row={row} />
      <Form.Item name="mend" label={say(differenceInputLabels.mend)} required>
        <Radio.Group options={Object.values(mendKind.items).map(({ value, words }) => ({ value, label: say(words) }))} />
      </Form.Item>
      <Form.Item name="remark" label={remarkLabel} required rules={[rule(remark, remarkLabel)]}>
        <Input.TextArea maxLength={remark.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
      {asksSecond && <p className="ch-outcome co-code-warn">{secondPersonReason}</p>}
    </FormDialog>
  );
};

const Difference = ({ row }: Pick<MendProps, 'row'>) => {
  const say = useSay();
  return (
    <p>
      {say(payDifferenceLabels.fields.differenceAmount)} <MoneyCell value={row.differenceAmount} currency={row.currency} />
    </p>
  );
};

/** Another person agrees with what the first one wants to do, or declines it. */
export const ConfirmMendDialog = ({ row, onClose }: MendProps) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const { send, sending } = useSend(payDifferenceApi.confirm, {
    changes,
    doneText: false,
    onDone: () => {
      showSuccess(differenceWords.answered);
      onClose();
    },
  });
  const mend = itemOf(mendKind, row.askedMend);
  return (
    <FormDialog<{ readonly agree: 0 | 1 }>
      title={say(differenceWords.confirmOf, { no: row.entryNo })}
      okText={say(differenceWords.confirm)}
      sending={sending}
      onClose={onClose}
      initialValues={{ agree: 1 }}
      onFinish={({ agree }) => void send({ id: row.payDifferenceId, agree })}
    >
      <p>{say(differenceWords.confirmHint, { name: row.askedBy ?? '', mend: mend ? say(mend.words) : '', remark: row.remark ?? '' })}</p>
      <Difference row={row} />
      <Form.Item name="agree" label={say(differenceInputLabels.agree)} required>
        <Radio.Group
          options={[
            { value: 1, label: say(differenceWords.agree) },
            { value: 0, label: say(differenceWords.decline) },
          ]}
        />
      </Form.Item>
    </FormDialog>
  );
};
