import { Form, Select } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { OrderRow } from '../live-order.web.tsx';
import { chargingOrderApi } from '../../order-api.ts';
import { abnormalReason } from '../../order.codes.ts';
import type { OrderDetail } from '../../order-detail.ts';
import { orderLabels } from '../../order.labels.ts';
import { pageWords } from '../../order-page.labels.ts';
import { chargingOrder } from '../../order.ts';
import { ReasonItem } from './reason-item.web.tsx';

interface DialogProps {
  readonly row: OrderRow;
  readonly detail: OrderDetail;
  readonly onClose: () => void;
}

interface Judgement {
  readonly abnormalReason: CodeValue<typeof abnormalReason>;
  readonly reason: string;
}

const changes = [chargingOrder];

/** An operator judges that what a flag doubted is right. */
export const ClearFlagDialog = ({ row, detail, onClose }: DialogProps) => {
  const say = useSay();
  const { send, sending } = useSend(chargingOrderApi.clearFlag, { changes, onDone: onClose });
  const open = Object.values(abnormalReason.items).filter(({ value }) => detail.flags.some(({ name, isClearable }) => isClearable && name === value));
  return (
    <FormDialog<Judgement>
      title={`${say(pageWords.clearFlag)} ${row.chargingOrderNo}`}
      okText={say(pageWords.clearFlag)}
      sending={sending}
      onClose={onClose}
      initialValues={{ abnormalReason: open[0]?.value }}
      onFinish={(values) => void send({ chargingOrderNo: row.chargingOrderNo, ...values })}
    >
      <Form.Item name="abnormalReason" label={say(orderLabels.fields.abnormalReason)} required>
        <Select options={open.map((item) => ({ value: item.value, label: say(item.words) }))} />
      </Form.Item>
      <ReasonItem />
    </FormDialog>
  );
};
