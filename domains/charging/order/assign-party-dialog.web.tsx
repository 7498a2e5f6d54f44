import { Form, Modal } from 'antd';
import { useState } from 'react';
import { useSend } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import type { OrderRow } from './live-order.web.tsx';
import { chargingOrderApi } from './order-api.ts';
import { pageWords } from './order-page.labels.ts';
import { chargingOrder } from './order.ts';
import { PartyChooser } from './party-chooser.web.tsx';
import type { PartyKey } from './party-chooser.web.tsx';
import { ReasonItem } from './reason-item.web.tsx';

interface DialogProps {
  readonly row: OrderRow;
  readonly onClose: () => void;
}

const changes = [chargingOrder];

/** Names who pays for an order that nobody is known for. */
export const AssignPartyDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const [form] = Form.useForm<{ readonly reason: string }>();
  const [party, setParty] = useState<PartyKey>();
  const { send, sending } = useSend(chargingOrderApi.assignParty, { changes, onDone: onClose });
  const assign = ({ reason }: { readonly reason: string }) => {
    if (party) void send({ chargingOrderNo: row.chargingOrderNo, ...party, reason });
  };
  return (
    <Modal
      open
      title={`${say(pageWords.assignParty)} ${row.chargingOrderNo}`}
      okText={say(pageWords.assignParty)}
      cancelText={say(words.cancel)}
      okButtonProps={{ disabled: party === undefined }}
      confirmLoading={sending}
      onCancel={onClose}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" validateTrigger="onBlur" onFinish={assign}>
        <Form.Item label={say(pageWords.payer)} required>
          <PartyChooser tenantId={row.tenantId} onChange={setParty} />
        </Form.Item>
        <ReasonItem />
      </Form>
    </Modal>
  );
};
