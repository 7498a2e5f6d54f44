import { itemOf } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { DecisionDialog } from '../order/page/dialogs/decision-dialog.web.tsx';
import { useTwoStep } from '../order/page/dialogs/use-two-step.web.ts';
import { ConfirmMendDialog } from '../pay-difference/confirm-mend-dialog.web.tsx';
import { differenceWords } from '../pay-difference/pay-difference.labels.ts';
import { refundOrder } from '../refund-order/refund-order.ts';
import { quarantineDecision } from './prepaid-order.codes.ts';
import { prepaidInputLabels, prepaidOrderLabels, prepaidWords } from './prepaid-order.labels.ts';
import { prepaidOrder, prepaidOrderApi } from './prepaid-order.ts';

interface QuarantineProps {
  readonly row: RowOf<typeof prepaidOrder.fields>;
  readonly onClose: () => void;
}

const changes = [prepaidOrder, refundOrder];
const { decision, remark } = prepaidInputLabels;

/** What becomes of a payment that is not what was asked for. */
export const QuarantineDialog = ({ row, onClose }: QuarantineProps) => {
  const say = useSay();
  const { secondPersonReason, reset, options } = useTwoStep(onClose);
  const { send, sending } = useSend(prepaidOrderApi.decide, { ...options, changes });
  const askSecond = secondPersonReason === undefined ? 0 : 1;
  return (
    <DecisionDialog
      title={say(prepaidWords.decideOf, { no: row.billId })}
      hint={prepaidWords.decideHint}
      codes={quarantineDecision}
      initial={quarantineDecision.items.refund.value}
      labels={{ decision, remark, send: prepaidWords.decide }}
      remark={prepaidOrderApi.decide.input.remark}
      secondPersonReason={secondPersonReason}
      sending={sending}
      onDecide={(decided) => void send({ id: row.prePayOrderId, ...decided, askSecond })}
      onChange={reset}
      onClose={onClose}
    >
      <Amounts row={row} />
    </DecisionDialog>
  );
};

const Amounts = ({ row }: Pick<QuarantineProps, 'row'>) => {
  const say = useSay();
  return (
    <p>
      {say(prepaidOrderLabels.fields.orderAmount)} <MoneyCell value={row.orderAmount} currency={row.currency} />
      {' · '}
      {say(prepaidOrderLabels.fields.toldAmount)}{' '}
      {row.toldAmount === null ? <EmptyCell /> : <MoneyCell value={row.toldAmount} currency={row.currency} />}
    </p>
  );
};

/** Another person agrees with a decision, or declines it. */
export const ConfirmQuarantineDialog = ({ row, onClose }: QuarantineProps) => {
  const say = useSay();
  const asked = itemOf(quarantineDecision, row.askedDecision);
  const facts = { name: row.askedBy ?? '', mend: asked ? say(asked.words) : '', remark: row.handleRemark ?? '' };
  return (
    <ConfirmMendDialog
      title={say(prepaidWords.decideConfirmOf, { no: row.billId })}
      endpoint={prepaidOrderApi.decideConfirm}
      inputOf={(agree) => ({ id: row.prePayOrderId, agree })}
      changes={changes}
      onClose={onClose}
    >
      <p>{say(differenceWords.confirmHint, facts)}</p>
      <Amounts row={row} />
    </ConfirmMendDialog>
  );
};
