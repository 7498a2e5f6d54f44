import { filesOf, pathsIn } from '../upload/stored.ts';
import { UploadBox } from '../upload/upload-box.tsx';
import type { ControlProps } from '../control-props.ts';

interface ImageInputProps extends ControlProps {
  readonly value: string | null;
  readonly onChange: (path: string | null) => void;
  /** The folder it is kept in. */
  readonly biz: string;
  readonly disabled?: boolean;
}

/** One stored picture: uploads at once and keeps the path. */
export const ImageInput = ({ value, onChange, biz, ...box }: ImageInputProps) => (
  <UploadBox {...box} value={filesOf(value)} onChange={(files) => onChange(pathsIn(files))} target={{ biz, kind: 'image' }} />
);
