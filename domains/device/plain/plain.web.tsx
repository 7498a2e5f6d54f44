import { Alert, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { pile } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { useSend } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { plainApi, plainWords } from './plain.ts';

/** Lets piles speak in the clear: from where, and why. */
export const AllowPlain = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [addresses, setAddresses] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const { send, sending } = useSend(plainApi.allowPlain, { changes: [pile], onDone: onClose, onRefused: ({ message }) => setProblem(message) });
  const { input } = plainApi.allowPlain;
  const ready = addresses.trim().length >= (input.addresses.min ?? 0) && reason.trim().length >= (input.reason.min ?? 0);
  return (
    <Modal
      open
      width={520}
      title={say(plainWords.action)}
      onCancel={onClose}
      okText={say(plainWords.action)}
      okButtonProps={{ danger: true, disabled: !ready, loading: sending, htmlType: 'submit', form: 'allow-plain' }}
      destroyOnHidden
    >
      <Form
        id="allow-plain"
        layout="vertical"
        onFinish={() => void send({ cpCodes: cpCodes.join(','), addresses: addresses.trim(), reason: reason.trim() })}
      >
        <Alert type="warning" showIcon title={say(plainWords.warning)} className="dv-warning" />
        <Form.Item
          label={say(plainWords.addresses)}
          htmlFor="plain-addresses"
          extra={say(plainWords.addressesHint)}
          {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
        >
          <Input
            id="plain-addresses"
            value={addresses}
            maxLength={input.addresses.max}
            autoComplete="off"
            placeholder="10.1.2.3, 10.1.0.0/16"
            onChange={(event) => {
              setProblem(undefined);
              setAddresses(event.target.value);
            }}
          />
        </Form.Item>
        <Form.Item label={say(plainWords.reason)} htmlFor="plain-reason">
          <Input
            id="plain-reason"
            value={reason}
            maxLength={input.reason.max}
            autoComplete="off"
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
};
