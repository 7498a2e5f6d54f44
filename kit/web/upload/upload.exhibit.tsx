import { Button } from 'antd';
import { useState } from 'react';
import type { Exhibit } from '../gallery/exhibit.ts';
import type { UploadItem } from './items.ts';
import type { UploadTarget } from './send.ts';
import type { StoredFile } from './stored.ts';
import { UploadBox } from './upload-box.tsx';
import type { UploadBoxProps } from './upload-box.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import { UploadItems } from './upload-items.tsx';
import { UploadList } from './upload-list.ts';

const LONG = 'Everything that was measured at the northern entrance of the second car park between spring and autumn.xlsx';
const files: readonly StoredFile[] = [
  { path: 'notice/manual.pdf', name: 'manual.pdf', sizeBytes: 1_240_000 },
  { path: 'notice/prices.xlsx', name: 'prices.xlsx', sizeBytes: 18_400 },
  { path: 'notice/terms.txt', name: 'terms.txt', sizeBytes: 310 },
];

/** Pictures of a single colour, drawn here so that nothing has to be loaded. */
const painted = (colour: string): string => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [124, 84];
  const pen = canvas.getContext('2d');
  if (pen) {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  return canvas.toDataURL('image/png');
};
const pictures = (): readonly StoredFile[] =>
  ['#1890ff', '#17703f', '#b3261e'].map((colour, index) => ({ path: painted(colour), name: `gate-${index + 1}.png` }));

const Box = ({ start = [], ...props }: Partial<UploadBoxProps> & { readonly start?: readonly StoredFile[]; readonly target: UploadTarget }) => {
  const [value, setValue] = useState(start);
  return <UploadBox max={9} {...props} value={value} onChange={setValue} />;
};

/** A list with uploads that do not proceed. */
const Still = ({ items, isImage }: { readonly items: readonly UploadItem[]; readonly isImage: boolean }) => {
  const [list] = useState(() => {
    const made = new UploadList({ value: [], onChange: () => undefined, target: image, max: 9, onFault: () => undefined });
    made.store.set(items);
    return made;
  });
  return <UploadItems list={list} items={items} move={() => undefined} disabled={false} allow={{}} isImage={isImage} />;
};

const Opened = () => {
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState(files);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{value.length} files</Button>
      {open && <UploadDialog target={file} max={9} value={value} onDone={setValue} onClose={() => setOpen(false)} />}
    </>
  );
};

const image: UploadTarget = { biz: 'temp', kind: 'image' };
const file: UploadTarget = { biz: 'temp', kind: 'file' };
const source = (name: string): File => new File(['x'.repeat(2_000)], name);
const going: readonly UploadItem[] = [
  { key: '1', status: 'uploading', source: source('north.png'), percent: 40 },
  { key: '2', status: 'uploading', source: source('south.png'), percent: 0 },
];
const refused: readonly UploadItem[] = [
  { key: '1', status: 'error', source: source('drawing.svg'), message: 'Please upload a PNG, JPEG or WebP picture' },
  { key: '2', status: 'error', source: source('gate.png'), message: undefined },
];

export const exhibits: readonly Exhibit[] = [
  {
    name: 'upload-pictures',
    title: ['图片上传', '圖片上傳', 'Upload of pictures'],
    states: {
      empty: () => <Box target={image} />,
      filled: () => <Box target={image} start={pictures()} />,
      invalid: () => <Still items={refused} isImage />,
      disabled: () => <Box target={image} start={pictures()} disabled />,
      loading: () => <Still items={going} isImage />,
      longText: () => <Box target={image} start={[{ path: painted('#5b6c80'), name: LONG.replace('xlsx', 'png') }]} />,
    },
  },
  {
    name: 'upload-files',
    title: ['文件上传', '檔案上傳', 'Upload of files'],
    states: {
      empty: () => <Box target={file} />,
      filled: () => <Box target={file} start={files} />,
      invalid: () => <Still items={refused} isImage={false} />,
      disabled: () => <Box target={file} start={files} disabled />,
      loading: () => <Still items={going} isImage={false} />,
      longText: () => <Box target={file} start={[{ path: 'temp/long.xlsx', name: LONG, sizeBytes: 98_304_000 }]} />,
    },
    more: [{ name: 'dialog', title: ['对话框', '對話框', 'In a dialog'], Shown: Opened }],
  },
];
