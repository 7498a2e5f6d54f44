import { Alert, Button, Form, Input, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { pile } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { unencryptedExceptionApi, unencryptedExceptionWords } from './unencrypted-exception.ts';
import type { UnencryptedException } from './unencrypted-exception.ts';
import '../device.css';

/** Allows piles to communicate without encryption: from which addresses, and why. For a single pile its present exception is shown. */
export const AllowUnencrypted = ({ cpCodes, onClose }: PileDialogProps) => {
  const [cpCode = ''] = cpCodes;
  const { data, error, refetch } = useCall(unencryptedExceptionApi.plainException, { cpCode }, { enabled: cpCodes.length === 1 });
  const say = useSay();
  const exception = cpCodes.length > 1 ? null : data;
  return (
    <Modal open width={520} title={say(unencryptedExceptionWords.action)} footer={null} onCancel={onClose} destroyOnHidden>
      {error && exception === undefined && <LoadError because={error.message} retry={refetch} />}
      {exception === undefined && !error && <Skeleton active />}
      {exception !== undefined && <ExceptionForm cpCodes={cpCodes} onClose={onClose} before={exception} />}
    </Modal>
  );
};

const ExceptionForm = ({ cpCodes, onClose, before: current }: PileDialogProps & { readonly before: UnencryptedException | null }) => {
  const say = useSay();
  const [addresses, setAddresses] = useState(current?.addresses ?? '');
  const [reason, setReason] = useState(current?.reason ?? '');
  const [problem, setProblem] = useState<string>();
  const { send, sending } = useSend(unencryptedExceptionApi.allowPlain, {
    changes: [pile],
    onDone: onClose,
    onRefused: ({ message }) => setProblem(message),
  });
  const { input } = unencryptedExceptionApi.allowPlain;
  const ready = addresses.trim().length >= (input.addresses.min ?? 0) && reason.trim().length >= (input.reason.min ?? 0);
  return (
    <Form layout="vertical" onFinish={() => void send({ cpCodes: cpCodes.join(','), addresses: addresses.trim(), reason: reason.trim() })}>
      <Alert type="warning" showIcon title={say(unencryptedExceptionWords.warning)} className="dv-warning" />
      <Form.Item
        label={say(unencryptedExceptionWords.addresses)}
        htmlFor="plain-addresses"
        extra={say(unencryptedExceptionWords.addressesHint)}
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
      <Form.Item label={say(unencryptedExceptionWords.reason)} htmlFor="plain-reason">
        <Input id="plain-reason" value={reason} maxLength={input.reason.max} autoComplete="off" onChange={(event) => setReason(event.target.value)} />
      </Form.Item>
      <footer className="dv-dialog-footer">
        <span className="dv-space" />
        <Button onClick={onClose}>{say(words.cancel)}</Button>
        <Button type="primary" danger htmlType="submit" disabled={!ready} loading={sending}>
          {say(unencryptedExceptionWords.action)}
        </Button>
      </footer>
    </Form>
  );
};
