import { Button } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { ReactNode } from 'react';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { UploadItem } from './items.ts';
import { nameIn } from './items.ts';
import { useDownload } from './use-download.ts';
import type { UploadList } from './upload-list.ts';
import { uploadWords } from './words.ts';

/** The actions that are allowed on stored files; all by default. */
export interface ItemPermissions {
  readonly allowDownload?: boolean | undefined;
  readonly allowRemove?: boolean | undefined;
}

interface ActsProps {
  readonly item: UploadItem;
  readonly index: number;
  readonly count: number;
  readonly list: UploadList;
  readonly move: (key: string, to: number) => void;
  readonly disabled: boolean;
  readonly allow: ItemPermissions;
}

export const ItemActs = ({ item, index, count, list, move, disabled, allow }: ActsProps) => {
  const say = useSay();
  const download = useDownload();
  const name = nameIn(item);
  const { key } = item;
  const act = (label: string, icon: ReactNode, run: () => void) => (
    <Button type="text" size="small" icon={icon} aria-label={`${label} ${name}`} title={label} onClick={run} />
  );
  return (
    <span className="up-acts">
      {!disabled && count > 1 && act(say(uploadWords.earlier), <LeftOutlined />, () => move(key, index - 1))}
      {!disabled && count > 1 && act(say(uploadWords.later), <RightOutlined />, () => move(key, index + 1))}
      {item.status === 'error' && act(say(words.retry), <RedoOutlined />, () => list.retry(key))}
      {item.status === 'uploading' && act(say(uploadWords.cancelOne), <CloseOutlined />, () => list.remove(key))}
      {item.status === 'done' &&
        allow.allowDownload !== false &&
        act(say(uploadWords.download), <DownloadOutlined />, () => void download([item.file]))}
      {item.status !== 'uploading' && !disabled && allow.allowRemove !== false && act(say(words.delete), <DeleteOutlined />, () => list.remove(key))}
    </span>
  );
};
