import { Alert, Button, Form, Input, Modal } from 'antd';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { copyText } from '#kit/web/copy-text.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { bigScreenInputLabels, bigScreenWords } from './big-screen.labels.ts';
import { bigScreen, bigScreenApi } from './big-screen.ts';
import type { ScreenAddress } from './big-screen.ts';

const USUAL_DAYS = 180;

interface MakeAddressProps {
  readonly row: RowOf<typeof bigScreen.fields>;
  readonly onClose: () => void;
}

/** Makes a key and shows the address with it once. */
export const MakeAddress = ({ row: { bigScreenId, screenName, keyHint }, onClose }: MakeAddressProps) => {
  const say = useSay();
  const rule = useFieldRule();
  const [address, setAddress] = useState<ScreenAddress>();
  const { send, sending } = useSend(bigScreenApi.newKey, { changes: [bigScreen], doneText: false, onDone: setAddress });
  const { days } = bigScreenApi.newKey.input;
  if (address) return <ShownAddress url={`${window.location.origin}${address.path}`} onClose={onClose} />;
  return (
    <FormDialog<{ readonly days: number }>
      title={`${say(bigScreenWords.newKey)} · ${screenName}`}
      sending={sending}
      initialValues={{ days: USUAL_DAYS }}
      onClose={onClose}
      onFinish={(values) => void send({ bigScreenId, days: values.days })}
    >
      <p>
        {say(bigScreenWords.once)} {keyHint !== null && say(bigScreenWords.replaces)}
      </p>
      <Form.Item name="days" label={say(bigScreenInputLabels.days)} required rules={[rule(days, say(bigScreenInputLabels.days))]}>
        <FieldInput field={days} />
      </Form.Item>
    </FormDialog>
  );
};

const ShownAddress = ({ url, onClose }: { readonly url: string; readonly onClose: () => void }) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const copy = async () => {
    if (await copyText(url)) showSuccess(words.copied);
  };
  return (
    <Modal
      open
      width={640}
      title={say(bigScreenWords.address)}
      mask={{ closable: false }}
      keyboard={false}
      onCancel={onClose}
      footer={
        <>
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>
            {say(bigScreenWords.copy)}
          </Button>
          <Button type="primary" onClick={onClose}>
            {say(bigScreenWords.kept)}
          </Button>
        </>
      }
    >
      <Alert type="warning" showIcon title={say(bigScreenWords.once)} style={{ marginBottom: 16 }} />
      <Input.TextArea readOnly autoSize value={url} aria-label={say(bigScreenWords.address)} onFocus={(event) => event.target.select()} />
    </Modal>
  );
};
