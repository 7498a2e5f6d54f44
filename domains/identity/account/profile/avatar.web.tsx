import type { ReactNode } from 'react';
import { usePicture } from '#kit/web/upload/use-picture.ts';
import './account-drawer.css';

export interface AvatarProps {
  readonly path: string;
  readonly large?: boolean;
  /** Shown until the code has been loaded. */
  readonly waiting?: ReactNode;
}

/** The picture of the signed-in user. */
export const Avatar = ({ path, large = false }: AvatarProps) => {
  const url = usePicture(path);
  const className = large ? 'oa-picture oa-picture-large' : 'oa-picture';
  return url === undefined ? <span className={className} /> : <img className={className} src={url} alt="" />;
};
