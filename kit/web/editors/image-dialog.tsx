import { Form, Input, Tabs } from 'antd';
import { useId, useState } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import type { StoredFile } from '../upload/stored.ts';
import { UploadBox } from '../upload/upload-box.tsx';
import { addressOf, isWebAddress } from './addresses.ts';
import { editorWords } from './words.ts';

interface ImageDialogProps {
  readonly onDone: (picture: { readonly src: string; readonly alt: string }) => void;
  readonly onClose: () => void;
}

const WIDTH = 520;
/** The names under which editors of the product family upload files. */
const target = { biz: 'jeditor', kind: 'image', extraFields: { jeditor: 1 } } as const;

/** Inserts a picture: an uploaded file, or the URL of one on the web. */
export const ImageDialog = ({ onDone, onClose }: ImageDialogProps) => {
  const say = useSay();
  const { warn } = useFeedback();
  const [source, setSource] = useState('local');
  const [files, setFiles] = useState<readonly StoredFile[]>([]);
  const [address, setAddress] = useState('');
  const [isInvalid, setIsInvalid] = useState(false);
  const [remarks, setRemarks] = useState<Readonly<Record<string, string>>>({});
  const ok = (): boolean => {
    const alt = remarks[source]?.trim() ?? '';
    const [file] = files;
    if (source === 'local') {
      if (!file) warn(editorWords.noImage);
      else onDone({ src: addressOf(file.path), alt: alt || file.name });
      return file !== undefined;
    }
    const isRight = isWebAddress(address.trim());
    setIsInvalid(!isRight);
    if (isRight) onDone({ src: address.trim(), alt });
    return isRight;
  };
  const remark = <Remark value={remarks[source] ?? ''} onChange={(text) => setRemarks({ ...remarks, [source]: text })} />;
  const network = (
    <>
      <Address value={address} isInvalid={isInvalid} onChange={setAddress} />
      {remark}
    </>
  );
  const local = (
    <>
      <UploadBox value={files} onChange={setFiles} target={target} />
      {remark}
    </>
  );
  return (
    <Dialog name="editor-image" width={WIDTH} title={say(editorWords.imageDialog)} onOk={ok} onClose={onClose}>
      <Tabs
        activeKey={source}
        onChange={setSource}
        items={[
          { key: 'local', label: say(editorWords.imageLocal), children: source === 'local' && local },
          { key: 'network', label: say(editorWords.imageNetwork), children: source === 'network' && network },
        ]}
      />
    </Dialog>
  );
};

const Remark = ({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) => {
  const say = useSay();
  const id = useId();
  return (
    <Form.Item label={say(editorWords.imageRemark)} htmlFor={id} layout="vertical" extra={say(editorWords.remarkHint)} className="ed-remark">
      <Input id={id} value={value} maxLength={100} onChange={(event) => onChange(event.target.value)} />
    </Form.Item>
  );
};

const Address = ({
  value,
  isInvalid,
  onChange,
}: {
  readonly value: string;
  readonly isInvalid: boolean;
  readonly onChange: (text: string) => void;
}) => {
  const say = useSay();
  const id = useId();
  return (
    <Form.Item
      label={say(editorWords.imageAddress)}
      htmlFor={id}
      layout="vertical"
      extra={say(editorWords.networkHint)}
      {...(isInvalid && { validateStatus: 'error' as const, help: say(editorWords.badAddress) })}
    >
      <Input
        id={id}
        value={value}
        inputMode="url"
        placeholder="https://"
        aria-invalid={isInvalid}
        onChange={(event) => onChange(event.target.value)}
      />
    </Form.Item>
  );
};
