import { Form, Input } from 'antd';
import { useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { controlOf } from '#kit/web/control-props.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { filesOf, pathsIn } from '#kit/web/upload/stored.ts';
import { UploadBox } from '#kit/web/upload/upload-box.tsx';
import { formatBytes } from '#kit/web/format.ts';
import { firmwareLabels, firmwareWords } from './firmware.labels.ts';
import { firmware, firmwareApi } from './firmware.ts';
import '../device.css';

type Row = RowOf<typeof firmware.fields>;

/** The firmware files of a tenant. One is pushed to piles from the page of piles. */
export const FirmwareList = () => {
  const [signing, setSigning] = useState<Row>();
  return (
    <>
      <ListPage
        of={firmware}
        api={firmwareApi}
        labels={firmwareLabels}
        columns={columns}
        filters={filters}
        form={form}
        inputs={inputs}
        render={draw}
        rowActions={[
          { key: 'sign', label: firmwareWords.sign, allow: firmwareApi.sign.allow, when: ({ isSigned }) => isSigned === 0, run: setSigning },
          'edit',
          'delete',
        ]}
      />
      {signing && <SignDialog row={signing} onClose={() => setSigning(undefined)} />}
    </>
  );
};

const columns = [
  'firmwareName',
  'firmwareVer',
  'hardwareVer',
  'isSigned',
  'signedBy',
  'sizeBytes',
  'sha256',
  'storage',
  'tenantId',
  'createTime',
] as const;
const filters = ['firmwareName', 'firmwareVer', 'isSigned', 'storage', 'tenantId', 'createTime'] as const;
const form = ['tenantId', 'firmwareName', 'firmwareVer', 'hardwareVer', 'firmwareUrl', 'remark'] as const;

const draw = {
  sizeBytes: (value: number) => <span className="co-num">{formatBytes(value)}</span>,
  sha256: (value: string) => <code title={value}>{value.slice(0, 12)}…</code>,
};

/** One file, stored as it is. */
const FirmwareFileInput = ({ value, onChange, disabled = false, ...aria }: InputProps) => (
  <UploadBox
    {...controlOf(aria)}
    value={filesOf(typeof value === 'string' ? value : '')}
    onChange={(files) => onChange?.(pathsIn(files))}
    target={target}
    disabled={disabled}
  />
);
const target = { biz: firmware.name, kind: 'file', extraFields: { kind: 'binary' } } as const;
const inputs = { firmwareUrl: FirmwareFileInput };

const SignDialog = ({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) => {
  const say = useSay();
  const { refused } = useFeedback();
  const [problem, setProblem] = useState<string>();
  const { send, sending } = useSend(firmwareApi.sign, {
    changes: [firmware],
    doneText: firmwareWords.signed,
    onDone: onClose,
    onRefused: (error) => (error.refusal?.startsWith('firmware.') ? setProblem(error.message) : refused(error)),
  });
  return (
    <FormDialog<Signature>
      title={`${say(firmwareWords.sign)}: ${row.firmwareName}`}
      width={640}
      sending={sending}
      onClose={onClose}
      onValuesChange={() => setProblem(undefined)}
      onFinish={(given) => void send({ firmwareId: row.firmwareId, ...given })}
    >
      <p className="co-hint">{say(firmwareWords.signHint)}</p>
      <Form.Item name="signingCertificate" label={say(firmwareWords.signingCertificate)} rules={required}>
        <Input.TextArea rows={7} className="dv-pem" placeholder={'-----BEGIN CERTIFICATE-----'} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="signature"
        label={say(firmwareWords.signature)}
        rules={required}
        {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
      >
        <Input.TextArea rows={3} className="dv-pem" spellCheck={false} />
      </Form.Item>
    </FormDialog>
  );
};

interface Signature {
  readonly signature: string;
  readonly signingCertificate: string;
}
const required = [{ required: true }];
