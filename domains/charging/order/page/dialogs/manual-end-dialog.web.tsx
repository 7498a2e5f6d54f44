import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import type { OrderRow } from '../live-order.web.tsx';
import { chargingOrderApi } from '../../order-api.ts';
import { pageWords } from '../../order-page.labels.ts';
import { ReasonItem } from './reason-item.web.tsx';
import { useTwoStep } from './use-two-step.web.ts';

interface DialogProps {
  readonly row: OrderRow;
  readonly onClose: () => void;
}

/** Ends an order whose pile no longer reports. */
export const ManualEndDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const { secondPersonReason, reset, options } = useTwoStep(onClose);
  const { send, sending } = useSend(chargingOrderApi.manualEnd, options);
  const end = ({ reason }: { readonly reason: string }) =>
    void send({ chargingOrderNo: row.chargingOrderNo, reason, askSecond: secondPersonReason === undefined ? 0 : 1 });
  return (
    <FormDialog<{ readonly reason: string }>
      title={`${say(pageWords.manualEnd)} ${row.chargingOrderNo}`}
      okText={say(secondPersonReason === undefined ? pageWords.manualEnd : pageWords.askSecond)}
      danger={secondPersonReason === undefined}
      sending={sending}
      onClose={onClose}
      onFinish={end}
      onValuesChange={reset}
    >
      <p>{say(pageWords.endHint)}</p>
      <ReasonItem />
      {secondPersonReason !== undefined && <p className="ch-outcome co-code-warn">{secondPersonReason}</p>}
    </FormDialog>
  );
};
