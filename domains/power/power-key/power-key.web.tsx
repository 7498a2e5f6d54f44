import { Button, Form, Input, Modal } from 'antd';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useMemo, useState } from 'react';
import { copyText } from '#kit/web/copy-text.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import { powerKeyLabels, powerKeyWords } from './power-key.labels.ts';
import { powerKey, powerKeyApi } from './power-key.ts';

type Key = RowOf<typeof powerKey.fields>;

/** The keys of grid operators. */
export const PowerKeyList = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [isIssuing, setIssuing] = useState(false);
  const { send } = useSend(powerKeyApi.revoke, { changes: [powerKey] });
  const actions = useMemo(
    () => [
      {
        key: 'revoke',
        label: powerKeyWords.revoke,
        allow: powerKeyApi.revoke.allow,
        danger: true,
        when: ({ revokeTime }: Key) => revokeTime === null || powerKeyWords.revoked,
        run: async ({ powerKeyId, keyName }: Key) => {
          if (await confirm({ title: say(powerKeyWords.askRevoke, { name: keyName }), danger: true })) await send({ id: powerKeyId });
        },
      },
    ],
    [say, confirm, send],
  );
  return (
    <>
      <ListPage
        of={powerKey}
        api={powerKeyApi}
        labels={powerKeyLabels}
        columns={columns}
        filters={filters}
        rowActions={[...actions, 'detail']}
        toolbar={
          <ActButton type="primary" icon={<PlusOutlined />} allow={powerKeyApi.issue.allow} onClick={() => setIssuing(true)}>
            {say(powerKeyWords.issue)}
          </ActButton>
        }
      />
      {isIssuing && <IssueKey onClose={() => setIssuing(false)} />}
    </>
  );
};

const columns = [
  'keyName',
  'isValid',
  'powerControlId',
  'keyHint',
  'createTime',
  'expireTime',
  'lastUsedTime',
  'revokeTime',
  'createBy',
  'tenantId',
] as const;
const filters = ['keyName', 'isValid', 'powerControlId', 'tenantId', 'createTime'] as const;

interface KeyValues {
  readonly powerControlId: string;
  readonly keyName: string;
  readonly expireTime?: string;
}

/** Asks for which power control a key is, and shows it once. */
const IssueKey = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const rule = useFieldRule();
  const [key, setKey] = useState<string>();
  const { send, sending } = useSend(powerKeyApi.issue, { changes: [powerKey], doneText: false, onDone: (answer) => setKey(answer.powerKey) });
  const { powerControlId, keyName, expireTime } = powerKeyApi.issue.input;
  const { fields } = powerKeyLabels;
  if (key !== undefined) return <ShownKey value={key} onClose={onClose} />;
  return (
    <FormDialog<KeyValues> title={say(powerKeyWords.issue)} sending={sending} onClose={onClose} onFinish={(values) => void send(values)}>
      <Form.Item name="powerControlId" label={say(fields.powerControlId)} required rules={[rule(powerControlId, say(fields.powerControlId))]}>
        <ControlSelect />
      </Form.Item>
      <Form.Item name="keyName" label={say(fields.keyName)} required rules={[rule(keyName, say(fields.keyName))]}>
        <FieldInput field={keyName} />
      </Form.Item>
      <Form.Item name="expireTime" label={say(fields.expireTime)} rules={[rule(expireTime, say(fields.expireTime))]}>
        <FieldInput field={expireTime} />
      </Form.Item>
    </FormDialog>
  );
};

interface ControlSelectProps {
  /** Given by the form. */
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
}

const ControlSelect = ({ id = 'power-key-control', value = null, onChange }: ControlSelectProps) => (
  <RefSelect id={id} to="powerControl" value={value} onChange={(next) => onChange?.(next)} />
);

const ShownKey = ({ value, onClose }: { readonly value: string; readonly onClose: () => void }) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const copy = async () => {
    if (await copyText(value)) showSuccess(words.copied);
  };
  return (
    <Modal
      open
      width={560}
      title={say(powerKeyWords.newKey)}
      mask={{ closable: false }}
      keyboard={false}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {say(powerKeyWords.kept)}
        </Button>
      }
    >
      <p>{say(powerKeyWords.once)}</p>
      <Input.Search
        readOnly
        value={value}
        aria-label={say(powerKeyWords.newKey)}
        enterButton={
          <span>
            <CopyOutlined /> {say(words.copy)}
          </span>
        }
        onSearch={() => void copy()}
        onFocus={(event) => event.target.select()}
      />
    </Modal>
  );
};
