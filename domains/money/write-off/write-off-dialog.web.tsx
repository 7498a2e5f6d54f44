import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { BalanceLine } from '../wallet/balance.web.tsx';
import type { PartyKey } from '../wallet/balance.web.tsx';
import { walletApi } from '../wallet/wallet.ts';
import { writeOffLabels, writeOffWords } from './write-off.labels.ts';
import { writeOff, writeOffApi } from './write-off.ts';

/** Writes off a party's debt. Shown beside the balance while there is a debt, to users with the permission. */
export const WriteOffButton = ({ party }: { readonly party: PartyKey }) => {
  const say = useSay();
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(walletApi.balance, party, { staleMs: 0 });
  const may = usePermission()(writeOffApi.add.allow);
  if (!data || Number(data.owedBal) === 0 || !may.ok) return null;
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {say(writeOffWords.writeOff)}
      </Button>
      {isOpen && <WriteOffDialog party={party} name={data.mainPartName} owed={data.owedBal} onClose={() => setOpen(false)} />}
    </>
  );
};

interface DialogProps {
  readonly party: PartyKey;
  readonly name: string;
  readonly owed: string;
  readonly onClose: () => void;
}
interface WriteOffValues {
  readonly rrMoney: string;
  readonly reason: string;
}

const changes = [writeOff, { path: '/money/wallet' }];

/** Writes off the whole debt or a typed part of it, with a reason for the record. */
const WriteOffDialog = ({ party, name, owed, onClose }: DialogProps) => {
  const say = useSay();
  const rule = useFieldRule();
  const { send, sending } = useSend(writeOffApi.add, { changes, onDone: onClose });
  const { rrMoney, reason } = writeOffApi.add.input;
  const [amountLabel, reasonLabel] = [say(writeOffLabels.fields.rrMoney), say(writeOffLabels.fields.reason)];
  return (
    <FormDialog<WriteOffValues>
      title={say(writeOffWords.of, { name })}
      okText={say(writeOffWords.writeOff)}
      danger
      sending={sending}
      onClose={onClose}
      initialValues={{ rrMoney: owed }}
      onFinish={(values) => void send({ mainPartType: party.mainPartType, mainPartId: party.mainPartId, ...values })}
    >
      <BalanceLine party={party} />
      <Form.Item
        name="rrMoney"
        label={amountLabel}
        required
        rules={[rule(rrMoney, amountLabel)]}
        extra={say(writeOffWords.amountHint)}
        style={{ marginTop: 12 }}
      >
        <FieldInput field={rrMoney} />
      </Form.Item>
      <Form.Item name="reason" label={reasonLabel} required rules={[rule(reason, reasonLabel)]}>
        <Input.TextArea maxLength={reason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </FormDialog>
  );
};
