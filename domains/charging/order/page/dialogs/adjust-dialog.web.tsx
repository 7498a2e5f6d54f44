import { Form, Segmented } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { OrderRow } from '../live-order.web.tsx';
import { chargingOrderApi } from '../../order-api.ts';
import type { DueAdjustment } from '../../order-detail.ts';
import { pageWords } from '../../order-page.labels.ts';
import { chargingOrder } from '../../order.ts';
import { ReasonItem } from './reason-item.web.tsx';

interface DialogProps {
  readonly row: OrderRow;
  readonly due: DueAdjustment;
  readonly onClose: () => void;
}

interface Decision {
  readonly book: 0 | 1;
  readonly reason: string;
}

const changes = [chargingOrder];

/** Books what a later record changes for the customer, or leaves the books as they are. */
export const AdjustDialog = ({ row, due, onClose }: DialogProps) => {
  const say = useSay();
  const { send, sending } = useSend(chargingOrderApi.adjust, { changes, onDone: onClose });
  const isBookable = due.newAmount !== null;
  const options = [
    { value: 1, label: say(pageWords.bookDifference), disabled: !isBookable },
    // What is owed to the customer cannot be declined.
    { value: 0, label: say(pageWords.declineDifference), disabled: isRefund(due) },
  ];
  return (
    <FormDialog<Decision>
      title={`${say(pageWords.adjust)} ${row.chargingOrderNo}`}
      okText={say(pageWords.decide)}
      sending={sending}
      onClose={onClose}
      initialValues={{ book: isBookable ? 1 : 0 }}
      onFinish={(values) => void send({ chargingOrderNo: row.chargingOrderNo, digest: due.digest, ...values })}
    >
      <Amounts row={row} due={due} />
      <Form.Item name="book" label={say(pageWords.decision)} required>
        <Segmented options={options} />
      </Form.Item>
      <ReasonItem />
    </FormDialog>
  );
};

const isRefund = ({ difference }: DueAdjustment): boolean => difference?.startsWith('-') ?? false;

const Amounts = ({ row: { currency }, due }: Pick<DialogProps, 'row' | 'due'>) => {
  const say = useSay();
  const { bookedAmount, newAmount, difference, bookedEnergy, newEnergy } = due;
  return (
    <p className="ch-notes">
      <span>
        {say(pageWords.booked)} <MoneyCell value={bookedAmount} currency={currency} /> · <NumberCell value={bookedEnergy} unit="kWh" />
      </span>
      <span>
        {say(pageWords.byRecord)} {newAmount !== null && <MoneyCell value={newAmount} currency={currency} />} ·{' '}
        <NumberCell value={newEnergy} unit="kWh" />
      </span>
      {difference === null ? (
        <span className="co-code co-code-warn">{say(pageWords.notComputable)}</span>
      ) : (
        <span className="co-code co-code-warn">
          {say(isRefund(due) ? pageWords.differenceBack : pageWords.differenceDue)}{' '}
          <MoneyCell value={difference.replace('-', '')} currency={currency} />
        </span>
      )}
    </p>
  );
};
