import { Form } from 'antd';
import { useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import type { OrderRow } from '../live-order.web.tsx';
import { chargingOrderApi } from '../../order-api.ts';
import { pageWords } from '../../order-page.labels.ts';
import { chargingOrder } from '../../order.ts';
import { PartyChooser } from './party-chooser.web.tsx';
import type { PartyKey } from './party-chooser.web.tsx';
import { ReasonItem } from './reason-item.web.tsx';

interface DialogProps {
  readonly row: OrderRow;
  readonly onClose: () => void;
}

const changes = [chargingOrder];

/** Assigns a payer to an order without one. */
export const AssignPartyDialog = ({ row, onClose }: DialogProps) => {
  const say = useSay();
  const [party, setParty] = useState<PartyKey>();
  const { send, sending } = useSend(chargingOrderApi.assignParty, { changes, onDone: onClose });
  const assign = ({ reason }: { readonly reason: string }) => {
    if (party) void send({ chargingOrderNo: row.chargingOrderNo, ...party, reason });
  };
  return (
    <FormDialog<{ readonly reason: string }>
      title={`${say(pageWords.assignParty)} ${row.chargingOrderNo}`}
      okText={say(pageWords.assignParty)}
      disabled={party === undefined}
      sending={sending}
      onClose={onClose}
      onFinish={assign}
    >
      <Form.Item label={say(pageWords.payer)} required>
        <PartyChooser tenantId={row.tenantId} onChange={setParty} />
      </Form.Item>
      <ReasonItem />
    </FormDialog>
  );
};
