import { filesOf, pathsIn } from '../upload/stored.ts';
import { UploadBox } from '../upload/upload-box.tsx';
import type { ControlProps } from '../control-props.ts';

interface ImageInputProps extends ControlProps {
  readonly value: string | null;
  readonly onChange: (path: string | null) => void;
  /** The folder of the uploaded file. */
  readonly biz: string;
  readonly disabled?: boolean;
}

/** A form control for one picture. It uploads at once and holds the path. */
export const ImageInput = ({ value, onChange, biz, ...box }: ImageInputProps) => (
  <UploadBox {...box} value={filesOf(value)} onChange={(files) => onChange(pathsIn(files))} target={{ biz, kind: 'image' }} />
);
