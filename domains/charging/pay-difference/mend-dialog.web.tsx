import { itemOf } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { DecisionDialog } from '../order/page/dialogs/decision-dialog.web.tsx';
import { useTwoStep } from '../order/page/dialogs/use-two-step.web.ts';
import { payBillDay } from '../pay-bill-day/pay-bill-day.ts';
import { entryKind } from '../pay-bill-day/pay-bill-day.codes.ts';
import { ConfirmMendDialog } from './confirm-mend-dialog.web.tsx';
import { differenceKind, mendKind } from './pay-difference.codes.ts';
import { differenceInputLabels, differenceWords, payDifferenceLabels } from './pay-difference.labels.ts';
import { payDifference, payDifferenceApi } from './pay-difference.ts';

interface MendProps {
  readonly row: RowOf<typeof payDifference.fields>;
  readonly onClose: () => void;
}

const changes = [payDifference, payBillDay];
const { mend: decision, remark } = differenceInputLabels;

/** What a person does about a difference. */
export const MendDialog = ({ row, onClose }: MendProps) => {
  const say = useSay();
  const { secondPersonReason, reset, options } = useTwoStep(onClose);
  const { send, sending } = useSend(payDifferenceApi.mend, { ...options, changes });
  const askSecond = secondPersonReason === undefined ? 0 : 1;
  return (
    <DecisionDialog
      title={say(differenceWords.mendOf, { no: row.entryNo })}
      hint={differenceWords.hint}
      codes={mendKind}
      offered={(value) => value !== mendKind.items.giveBack.value || mayGiveBack(row)}
      initial={mendKind.items.book.value}
      labels={{ decision, remark, send: differenceWords.mend }}
      remark={payDifferenceApi.mend.input.remark}
      secondPersonReason={secondPersonReason}
      sending={sending}
      onDecide={(decided) => void send({ id: row.payDifferenceId, mend: decided.decision, remark: decided.remark, askSecond })}
      onChange={reset}
      onClose={onClose}
    >
      <Difference row={row} />
    </DecisionDialog>
  );
};

const mayGiveBack = ({ differenceKind: is, entryKind: kind, payNo, entryNo }: MendProps['row']): boolean =>
  is === differenceKind.items.theirsOnly.value && kind === entryKind.items.payment.value && payNo === entryNo;

const Difference = ({ row }: Pick<MendProps, 'row'>) => {
  const say = useSay();
  return (
    <p>
      {say(payDifferenceLabels.fields.differenceAmount)} <MoneyCell value={row.differenceAmount} currency={row.currency} />
    </p>
  );
};

/** Another person agrees with a mend, or declines it. */
export const ConfirmDifferenceDialog = ({ row, onClose }: MendProps) => {
  const say = useSay();
  const mend = itemOf(mendKind, row.askedMend);
  const facts = { name: row.askedBy ?? '', mend: mend ? say(mend.words) : '', remark: row.remark ?? '' };
  return (
    <ConfirmMendDialog
      title={say(differenceWords.confirmOf, { no: row.entryNo })}
      endpoint={payDifferenceApi.confirm}
      inputOf={(agree) => ({ id: row.payDifferenceId, agree })}
      changes={changes}
      onClose={onClose}
    >
      <p>{say(differenceWords.confirmHint, facts)}</p>
      <Difference row={row} />
    </ConfirmMendDialog>
  );
};
