import { Form, Select } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { InstantCell, MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { OrderRow } from '../live-order.web.tsx';
import { chargingOrderApi } from '../../order-api.ts';
import type { ToldRecord } from '../../order-detail.ts';
import { pageWords } from '../../order-page.labels.ts';
import { chargingOrder } from '../../order.ts';
import { ReasonItem } from './reason-item.web.tsx';

interface DialogProps {
  readonly row: OrderRow;
  readonly records: readonly ToldRecord[];
  readonly onClose: () => void;
}

interface Choice {
  readonly digest: string;
  readonly reason: string;
}

const changes = [chargingOrder];

/** Says which of several end records counts. */
export const AdoptRecordDialog = ({ row, records, onClose }: DialogProps) => {
  const say = useSay();
  const { send, sending } = useSend(chargingOrderApi.adoptRecord, { changes, onDone: onClose });
  const others = records.filter(({ isAdopted }) => !isAdopted);
  const counting = records.find(({ isAdopted }) => isAdopted);
  return (
    <FormDialog<Choice>
      title={`${say(pageWords.adoptRecord)} ${row.chargingOrderNo}`}
      okText={say(pageWords.adoptRecord)}
      sending={sending}
      onClose={onClose}
      initialValues={{ digest: others[0]?.digest }}
      onFinish={(values) => void send({ chargingOrderNo: row.chargingOrderNo, ...values })}
    >
      {counting && (
        <p className="ch-notes">
          <span>
            {say(pageWords.counts)} <Told record={counting} row={row} />
          </span>
        </p>
      )}
      <Form.Item name="digest" label={say(pageWords.record)} required>
        <Select options={others.map((record) => ({ value: record.digest, label: <Told record={record} row={row} /> }))} />
      </Form.Item>
      <ReasonItem />
    </FormDialog>
  );
};

/** A record in one line: what it measured, when it ended, and what the pile made of it. */
const Told = ({ record: { energy, stopMeter, stopTime, deviceAmount }, row }: { readonly record: ToldRecord; readonly row: OrderRow }) => {
  const say = useSay();
  return (
    <span>
      <NumberCell value={energy ?? stopMeter} unit="kWh" /> · <InstantCell value={stopTime} zone={row.stationTimezone} />
      {deviceAmount !== null && (
        <>
          {' · '}
          {say(pageWords.deviceAmount)} <MoneyCell value={deviceAmount} currency={row.currency} />
        </>
      )}
    </span>
  );
};
