import { Image, Progress } from 'antd';
import PaperClipOutlined from '@ant-design/icons/PaperClipOutlined';
import { formatBytes } from '../format.ts';
import { usePicture } from './use-picture.ts';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { UploadItem } from './items.ts';
import { nameIn } from './items.ts';
import { isPicture } from './stored.ts';
import { uploadWords } from './words.ts';

/** Shows a file: its picture or name, the progress of its upload, or why it failed. */
export const ItemFace = ({ item, isImage }: { readonly item: UploadItem; readonly isImage: boolean }) => {
  const say = useSay();
  const name = nameIn(item);
  const sizeBytes = item.status === 'done' ? item.file.sizeBytes : item.source.size;
  return (
    <>
      <span className="up-face">
        {item.status === 'done' && isPicture(item.file.path) ? <Thumb path={item.file.path} name={name} /> : <Blank status={item.status} />}
      </span>
      <span className="up-told">
        {!isImage && (
          <span className="up-name" title={name}>
            {name}
          </span>
        )}
        {item.status === 'uploading' && (
          <Progress percent={item.percent} size="small" showInfo={!isImage} aria-label={`${say(words.uploading)} ${name}`} />
        )}
        {item.status === 'error' && (
          <span className="up-fault" role="alert" title={item.message ?? say(uploadWords.unknownError)}>
            {item.message ?? say(uploadWords.unknownError)}
          </span>
        )}
        {item.status === 'done' && !isImage && sizeBytes !== undefined && <small>{formatBytes(sizeBytes)}</small>}
      </span>
    </>
  );
};

const Blank = ({ status }: { readonly status: UploadItem['status'] }) => (
  <span className={status === 'error' ? 'up-blank up-blank-bad' : 'up-blank'}>
    <PaperClipOutlined aria-hidden />
  </span>
);

/** A thumbnail that a click enlarges. */
const Thumb = ({ path, name }: { readonly path: string; readonly name: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="up-blank" /> : <Image src={url} alt={name} rootClassName="up-thumb" draggable={false} />;
};
