import { usePicture } from '#kit/web/upload/use-picture.ts';
import './own-account.css';

/** The picture of whoever is signed in. */
export const OwnPicture = ({ path, large = false }: { readonly path: string; readonly large?: boolean }) => {
  const url = usePicture(path);
  const look = large ? 'oa-picture oa-picture-large' : 'oa-picture';
  return url === undefined ? <span className={look} /> : <img className={look} src={url} alt="" />;
};
