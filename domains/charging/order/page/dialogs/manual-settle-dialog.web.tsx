import { Form, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { strategyType } from '#engines/order/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { LoadErrorLine } from '#kit/web/load-error.tsx';
import type { Failure } from '#kit/web/load-error.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { BillingDetail } from '../../billing-detail.ts';
import type { OrderRow } from '../live-order.web.tsx';
import { chargingOrderApi } from '../../order-api.ts';
import { orderRefusals } from '../../order-refusals.labels.ts';
import { orderLabels } from '../../order.labels.ts';
import { pageWords } from '../../order-page.labels.ts';
import { ReasonItem } from './reason-item.web.tsx';
import { refusalTexts } from '../../display-text.rules.ts';
import { canSecondPersonLift, settlementNames, settlementProblem, sumOfFees } from '../../settlement/settlement-check.rules.ts';
import type { SettlementBounds, SettlementTexts } from '../../settlement/settlement-check.rules.ts';
import { useTwoStep } from './use-two-step.web.ts';

interface DialogProps {
  readonly row: OrderRow;
  readonly onClose: () => void;
}

/** Settles an order with amounts that operators are responsible for. */
export const ManualSettleDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(chargingOrderApi.billingDetail, { id: row.chargingOrderId });
  if (data) return <SettleForm key="priced" row={row} bill={data} onClose={onClose} />;
  // Operators who may settle need not be allowed to see bills, so they can go on without one.
  if (error) return <SettleForm row={row} bill={undefined} failure={{ because: error.message, retry: refetch }} onClose={onClose} />;
  return (
    <Modal open title={say(pageWords.manualSettle)} footer={null} onCancel={onClose}>
      <Skeleton active />
    </Modal>
  );
};

interface Settlement extends SettlementTexts {
  readonly reason: string;
}

interface SettleFormProps extends DialogProps {
  readonly bill: BillingDetail | undefined;
  /** Why the bill could not be loaded. */
  readonly failure?: Failure;
}

const SettleForm = ({ row, bill, failure, onClose }: SettleFormProps) => {
  const say = useSay();
  const [form] = Form.useForm<Settlement>();
  const [initial] = useState(() => initialAmounts(bill));
  const texts = Form.useWatch((values: SettlementTexts) => values, form) ?? initial;
  const { secondPersonReason, reset, options } = useTwoStep(onClose);
  const { send, sending } = useSend(chargingOrderApi.manualSettle, options);
  const bounds = boundsOf(row, bill);
  const problem = settlementProblem(texts, bounds);
  const askSecond = secondPersonReason !== undefined || (problem !== null && problem !== 'incomplete' && canSecondPersonLift(problem.refusal));
  const settle = ({ reason, ...values }: Settlement) =>
    void send({ chargingOrderNo: row.chargingOrderNo, ...amountsOf(values), reason, askSecond: askSecond ? 1 : 0 });
  return (
    <FormDialog<Settlement>
      form={form}
      title={`${say(pageWords.manualSettle)} ${row.chargingOrderNo}`}
      okText={say(askSecond ? pageWords.askSecond : pageWords.manualSettle)}
      disabled={problem !== null && !askSecond}
      sending={sending}
      onClose={onClose}
      initialValues={initial}
      onFinish={settle}
      onValuesChange={reset}
    >
      <Bounds row={row} bounds={bounds} failure={failure} />
      <Amounts takeSum={() => form.setFieldValue('orderAmount', sumOfFees(texts))} sum={sumOfFees(texts)} row={row} />
      <Check row={row} texts={texts} bounds={bounds} />
      <ReasonItem />
      {secondPersonReason !== undefined && <p className="ch-outcome co-code-warn">{secondPersonReason}</p>}
    </FormDialog>
  );
};

/** The fees that the tariff gives; otherwise empty amounts, so that nothing is settled by accident. */
const initialAmounts = (bill: BillingDetail | undefined): SettlementTexts => {
  const { calculation } = bill ?? {};
  const fee = (type: number) => (calculation ? (calculation.fees.find(({ rateType }) => rateType === type)?.billingAmount ?? '0.00') : null);
  return {
    elecAmount: fee(1),
    srvAmount: fee(2),
    other1Amount: fee(3),
    other2Amount: fee(4),
    orderAmount: calculation?.totals.billingAmount ?? null,
  };
};

const BY_AMOUNT = strategyType.byAmount;

const boundsOf = (row: OrderRow, bill: BillingDetail | undefined): SettlementBounds => ({
  cap: row.chargingStrategyType === BY_AMOUNT ? row.chargingStrategyVal : null,
  computed: bill?.calculation?.totals.billingAmount ?? null,
});

const amountsOf = ({ elecAmount, srvAmount, other1Amount, other2Amount, orderAmount }: SettlementTexts) => ({
  elecAmount: elecAmount ?? '',
  srvAmount: srvAmount ?? '',
  other1Amount: other1Amount ?? '',
  other2Amount: other2Amount ?? '',
  orderAmount: orderAmount ?? '',
});

interface BoundsProps {
  readonly row: OrderRow;
  readonly bounds: SettlementBounds;
  readonly failure: Failure | undefined;
}

const Bounds = ({ row, bounds: { cap, computed }, failure }: BoundsProps) => {
  const say = useSay();
  return (
    <p className="ch-notes">
      {failure && <LoadErrorLine {...failure} />}
      {computed === null ? (
        !failure && <span>{say(pageWords.noTariff)}</span>
      ) : (
        <span>
          {say(pageWords.byTariff)} <MoneyCell value={computed} currency={row.currency} />
        </span>
      )}
      {cap !== null && (
        <span>
          {say(pageWords.strategyLimit)} <MoneyCell value={cap} currency={row.currency} />
        </span>
      )}
    </p>
  );
};

const { input } = chargingOrderApi.manualSettle;

interface AmountsProps {
  readonly row: OrderRow;
  readonly sum: string;
  readonly takeSum: () => void;
}

const Amounts = ({ row, sum, takeSum }: AmountsProps) => {
  const say = useSay();
  return (
    <div className="ch-amounts">
      {settlementNames.map((name) => (
        <Form.Item key={name} name={name} label={say(name === 'orderAmount' ? pageWords.total : orderLabels.fields[name])} required>
          <FieldInput field={input[name]} />
        </Form.Item>
      ))}
      <div className="ch-sum-of">
        <span className="co-hint">{say(pageWords.sumOfFees)}</span>
        <button type="button" className="co-link" onClick={takeSum} title={say(pageWords.takeSum)}>
          <MoneyCell value={sum} currency={row.currency} />
        </button>
      </div>
    </div>
  );
};

interface CheckProps {
  readonly row: OrderRow;
  readonly texts: SettlementTexts;
  readonly bounds: SettlementBounds;
}

/** The server's own check, before the form is sent. */
const Check = ({ row, texts, bounds }: CheckProps) => {
  const say = useSay();
  const language = useLanguage();
  const problem = settlementProblem(texts, bounds);
  if (problem === null) return <p className="ch-outcome co-code-good">{say(pageWords.fits)}</p>;
  if (problem === 'incomplete') return <p className="ch-outcome co-code-quiet">{say(pageWords.notANumber)}</p>;
  const args = refusalTexts(problem.args, { language, currency: row.currency, zone: row.stationTimezone });
  return <p className={`ch-outcome co-code-${canSecondPersonLift(problem.refusal) ? 'warn' : 'bad'}`}>{say(orderRefusals[problem.refusal], args)}</p>;
};
