import { Button } from 'antd';
import PaperClipOutlined from '@ant-design/icons/PaperClipOutlined';
import { formatBytes } from '#kit/web/format.ts';
import { controlOf } from '#kit/web/control-props.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { UploadBox } from '#kit/web/upload/upload-box.tsx';
import { useDownload } from '#kit/web/upload/use-download.ts';
import { noticeLabels } from '../notice.labels.ts';
import { ATTACHMENTS_MAX, notice } from '../notice.ts';
import type { Attachment } from '../notice.ts';
import '../notice.css';

const isFile = (value: unknown): value is Attachment =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'name' in value &&
  typeof value.name === 'string';

const filesIn = (value: unknown): readonly Attachment[] => (Array.isArray(value) ? value.filter(isFile) : []);

/** The attachments of a notice that is being edited. */
export const AttachmentsInput = ({ value, onChange, disabled = false, ...props }: InputProps) => (
  <UploadBox
    {...controlOf(props)}
    disabled={disabled}
    max={ATTACHMENTS_MAX}
    target={{ biz: notice.name, kind: 'file' }}
    value={filesIn(value)}
    onChange={(files) => onChange?.(files.length === 0 ? null : files)}
  />
);

/** The attachments of a notice, for its readers. */
export const Attachments = ({ files }: { readonly files: unknown }) => {
  const say = useSay();
  const download = useDownload();
  const attachments = filesIn(files);
  if (attachments.length === 0) return null;
  return (
    <ul className="nt-files" aria-label={say(noticeLabels.fields.files)}>
      {attachments.map((file) => (
        <li key={file.path}>
          <Button type="link" icon={<PaperClipOutlined aria-hidden />} onClick={() => void download([file])}>
            <span className="co-clip">{file.name}</span>
          </Button>
          {file.sizeBytes !== undefined && <small>{formatBytes(file.sizeBytes)}</small>}
        </li>
      ))}
    </ul>
  );
};
