import { Form, Modal } from 'antd';
import { useSend } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import type { OrderRow } from './live-order.web.tsx';
import { chargingOrderApi } from './order-api.ts';
import { pageWords } from './order-page.labels.ts';
import { ReasonItem } from './reason-item.web.tsx';
import { useTwoStep } from './two-step.web.ts';

interface DialogProps {
  readonly row: OrderRow;
  readonly onClose: () => void;
}

/** Ends an order whose pile no longer tells. */
export const ManualEndDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const [form] = Form.useForm<{ readonly reason: string }>();
  const { why, forget, options } = useTwoStep(onClose);
  const { send, sending } = useSend(chargingOrderApi.manualEnd, options);
  const end = ({ reason }: { readonly reason: string }) =>
    void send({ chargingOrderNo: row.chargingOrderNo, reason, askSecond: why === undefined ? 0 : 1 });
  return (
    <Modal
      open
      title={`${say(pageWords.manualEnd)} ${row.chargingOrderNo}`}
      okText={say(why === undefined ? pageWords.manualEnd : pageWords.askSecond)}
      cancelText={say(words.cancel)}
      okButtonProps={{ danger: why === undefined }}
      confirmLoading={sending}
      onCancel={onClose}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <p>{say(pageWords.endHint)}</p>
      <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={end} onValuesChange={forget}>
        <ReasonItem />
      </Form>
      {why !== undefined && <p className="ch-outcome co-code-warn">{why}</p>}
    </Modal>
  );
};
