import { Button, Progress } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useRef, useState } from 'react';
import { CallError, upload } from '../client.ts';
import { useFeedback } from '../feedback.tsx';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { usePicture } from './picture.tsx';

interface ImageInputProps {
  readonly value: string | null;
  readonly onChange: (path: string | null) => void;
  /** The folder it is kept in. */
  readonly biz: string;
  readonly id?: string;
  readonly disabled?: boolean;
}

const uploadEndpoint = { method: 'POST', path: '/sys/common/upload' } as const;
const ACCEPTED = 'image/png,image/jpeg,image/webp';

/** One stored picture: uploads at once and keeps the path. */
export const ImageInput = ({ value, onChange, biz, id, disabled = false }: ImageInputProps) => {
  const say = useSay();
  const { bad, refused } = useFeedback();
  const picker = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<number>();
  const take = async (file: File) => {
    if (!ACCEPTED.split(',').includes(file.type)) return bad(words.notImage);
    setProgress(0);
    try {
      const { message } = await upload(uploadEndpoint, { files: [file], fields: { biz, isup: 1 } }, { onProgress: (part) => setProgress(part ?? 0) });
      onChange(message);
    } catch (problem) {
      if (problem instanceof CallError) refused(problem);
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <span className="co-image-input">
      {value === null ? <span className="co-picture co-picture-none" /> : <Preview path={value} />}
      <input ref={picker} type="file" accept={ACCEPTED} className="co-file" onChange={(event) => takeFirst(event.target, take)} />
      <Button
        {...(id !== undefined && { id })}
        icon={<UploadOutlined />}
        disabled={disabled || progress !== undefined}
        onClick={() => picker.current?.click()}
      >
        {progress === undefined ? say(words.upload) : <Progress type="circle" size={14} percent={Math.round(progress * 100)} />}
      </Button>
      {value !== null && (
        <Button type="text" icon={<DeleteOutlined />} aria-label={say(words.delete)} disabled={disabled} onClick={() => onChange(null)} />
      )}
    </span>
  );
};

const takeFirst = (input: HTMLInputElement, take: (file: File) => Promise<void>): void => {
  const file = input.files?.[0];
  // Without this the same file could not be chosen again.
  input.value = '';
  if (file) void take(file);
};

const Preview = ({ path }: { readonly path: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="co-picture" /> : <img className="co-picture" src={url} alt="" />;
};
