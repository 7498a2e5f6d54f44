import { Form, Select } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { InstantCell, MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { OrderRow } from '../live-order.web.tsx';
import { chargingOrderApi } from '../../order-api.ts';
import type { ReportedEndRecord } from '../../order-detail.ts';
import { pageWords } from '../../order-page.labels.ts';
import { chargingOrder } from '../../order.ts';
import { ReasonItem } from './reason-item.web.tsx';

interface DialogProps {
  readonly row: OrderRow;
  readonly records: readonly ReportedEndRecord[];
  readonly onClose: () => void;
}

interface Choice {
  readonly digest: string;
  readonly reason: string;
}

const changes = [chargingOrder];

/** Chooses which of several end records counts. */
export const AdoptRecordDialog = ({ row, records, onClose }: DialogProps) => {
  const say = useSay();
  const { send, sending } = useSend(chargingOrderApi.adoptRecord, { changes, onDone: onClose });
  const otherRecords = records.filter(({ isAdopted }) => !isAdopted);
  const adopted = records.find(({ isAdopted }) => isAdopted);
  return (
    <FormDialog<Choice>
      title={`${say(pageWords.adoptRecord)} ${row.chargingOrderNo}`}
      okText={say(pageWords.adoptRecord)}
      sending={sending}
      onClose={onClose}
      initialValues={{ digest: otherRecords[0]?.digest }}
      onFinish={(values) => void send({ chargingOrderNo: row.chargingOrderNo, ...values })}
    >
      {adopted && (
        <p className="ch-notes">
          <span>
            {say(pageWords.counts)} <RecordSummary record={adopted} row={row} />
          </span>
        </p>
      )}
      <Form.Item name="digest" label={say(pageWords.record)} required>
        <Select options={otherRecords.map((record) => ({ value: record.digest, label: <RecordSummary record={record} row={row} /> }))} />
      </Form.Item>
      <ReasonItem />
    </FormDialog>
  );
};

/** A record in one line: its energy, its end, and the amount the pile calculated. */
const RecordSummary = ({
  record: { energy, stopMeter, stopTime, deviceAmount },
  row,
}: {
  readonly record: ReportedEndRecord;
  readonly row: OrderRow;
}) => {
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
