import { Image } from 'antd';
import { usePicture } from '../upload/use-picture.ts';

/** Thumbnails of stored pictures, which a click enlarges. Stored files need the session, so they are fetched, not linked. */
export const Pictures = ({ paths }: { readonly paths: readonly string[] }) => (
  <span className="co-thumbs">
    {paths.filter(Boolean).map((path) => (
      <Picture key={path} path={path} />
    ))}
  </span>
);

const Picture = ({ path }: { readonly path: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="co-thumb" /> : <Image className="co-thumb" width={32} height={24} src={url} alt="" />;
};
