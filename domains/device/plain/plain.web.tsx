import { Alert, Button, Form, Input, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { pile } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { Failed } from '#kit/web/failed.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { plainApi, plainWords } from './plain.ts';
import type { PlainException } from './plain.ts';
import '../device.css';

/** Lets piles speak in the clear: from where, and why. Of one pile the exception that it has is shown. */
export const AllowPlain = ({ cpCodes, onClose }: PileDialogProps) => {
  const [cpCode = ''] = cpCodes;
  const { data, error, refetch } = useCall(plainApi.plainException, { cpCode }, { enabled: cpCodes.length === 1 });
  const say = useSay();
  const known = cpCodes.length > 1 ? null : data;
  return (
    <Modal open width={520} title={say(plainWords.action)} footer={null} onCancel={onClose} destroyOnHidden>
      {error && known === undefined && <Failed because={error.message} retry={refetch} />}
      {known === undefined && !error && <Skeleton active />}
      {known !== undefined && <Granting cpCodes={cpCodes} onClose={onClose} before={known} />}
    </Modal>
  );
};

const Granting = ({ cpCodes, onClose, before }: PileDialogProps & { readonly before: PlainException | null }) => {
  const say = useSay();
  const [addresses, setAddresses] = useState(before?.addresses ?? '');
  const [reason, setReason] = useState(before?.reason ?? '');
  const [problem, setProblem] = useState<string>();
  const { send, sending } = useSend(plainApi.allowPlain, { changes: [pile], onDone: onClose, onRefused: ({ message }) => setProblem(message) });
  const { input } = plainApi.allowPlain;
  const ready = addresses.trim().length >= (input.addresses.min ?? 0) && reason.trim().length >= (input.reason.min ?? 0);
  return (
    <Form layout="vertical" onFinish={() => void send({ cpCodes: cpCodes.join(','), addresses: addresses.trim(), reason: reason.trim() })}>
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
        <Input id="plain-reason" value={reason} maxLength={input.reason.max} autoComplete="off" onChange={(event) => setReason(event.target.value)} />
      </Form.Item>
      <footer className="dv-dialog-footer">
        <span className="dv-space" />
        <Button onClick={onClose}>{say(words.cancel)}</Button>
        <Button type="primary" danger htmlType="submit" disabled={!ready} loading={sending}>
          {say(plainWords.action)}
        </Button>
      </footer>
    </Form>
  );
};
