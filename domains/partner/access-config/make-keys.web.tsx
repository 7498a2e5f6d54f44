import { Alert, Button, Form, Input, Modal } from 'antd';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { copyText } from '#kit/web/copy-text.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { accessConfigInputLabels, accessConfigWords } from './access-config.labels.ts';
import { accessConfig, accessConfigApi } from './access-config.ts';
import type { AccessKeys } from './access-config.ts';
import './access-config.css';

interface MakeKeysProps {
  readonly row: RowOf<typeof accessConfig.fields>;
  readonly onClose: () => void;
}

/** Makes new keys and shows them once. */
export const MakeKeys = ({ row: { accessConfigId, accessToken, cname }, onClose }: MakeKeysProps) => {
  const say = useSay();
  const rule = useFieldRule();
  const [keys, setKeys] = useState<AccessKeys>();
  const { send, sending } = useSend(accessConfigApi.rotateKeys, { changes: [accessConfig], doneText: false, onDone: setKeys });
  const { overlapHours } = accessConfigApi.rotateKeys.input;
  if (keys) return <ShownKeys keys={keys} onClose={onClose} />;
  return (
    <FormDialog<{ readonly overlapHours: number }>
      title={`${say(accessConfigWords.rotateKeys)} · ${cname}`}
      sending={sending}
      initialValues={{ overlapHours: 24 }}
      onClose={onClose}
      onFinish={(values) => void send({ accessConfigId, overlapHours: accessToken === null ? 0 : values.overlapHours })}
    >
      <p>{say(accessToken === null ? accessConfigWords.once : accessConfigWords.rotateHint)}</p>
      {accessToken !== null && (
        <Form.Item
          name="overlapHours"
          label={say(accessConfigInputLabels.overlapHours)}
          required
          rules={[rule(overlapHours, say(accessConfigInputLabels.overlapHours))]}
        >
          <FieldInput field={overlapHours} />
        </Form.Item>
      )}
    </FormDialog>
  );
};

const shownKeys = ['authId', 'accessToken', 'secretKey', 'ivKey', 'signSecret'] as const;

const ShownKeys = ({ keys, onClose }: { readonly keys: AccessKeys; readonly onClose: () => void }) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const { oldKeysEnd } = keys;
  const copy = async () => {
    const all = Object.fromEntries(shownKeys.map((name) => [name, keys[name]]));
    if (await copyText(JSON.stringify(all, undefined, 2))) showSuccess(words.copied);
  };
  return (
    <Modal
      open
      width={640}
      title={say(accessConfigWords.newKeys)}
      mask={{ closable: false }}
      keyboard={false}
      onCancel={onClose}
      footer={
        <>
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>
            {say(accessConfigWords.copyAll)}
          </Button>
          <Button type="primary" onClick={onClose}>
            {say(accessConfigWords.keptKeys)}
          </Button>
        </>
      }
    >
      <Alert className="pa-once" type="warning" showIcon title={say(accessConfigWords.once)} />
      <Form layout="vertical">
        {shownKeys.map((name) => (
          <Form.Item key={name} label={name}>
            <Input readOnly value={keys[name]} aria-label={name} onFocus={(event) => event.target.select()} />
          </Form.Item>
        ))}
      </Form>
      {oldKeysEnd !== null && <p>{say(accessConfigWords.oldKeysEnd, { time: formatInstant(oldKeysEnd, viewerZone()) })}</p>}
    </Modal>
  );
};
