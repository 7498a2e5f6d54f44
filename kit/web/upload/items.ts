import type { StoredFile } from './stored.ts';

/** A file in a list: stored by the server, uploading, or failed. */
export type UploadItem =
  | { readonly key: string; readonly status: 'done'; readonly file: StoredFile }
  | { readonly key: string; readonly status: 'uploading'; readonly source: File; readonly percent: number }
  | { readonly key: string; readonly status: 'error'; readonly source: File; readonly message: string | undefined };
type Items = readonly UploadItem[];

export const nameIn = (item: UploadItem): string => (item.status === 'done' ? item.file.name : item.source.name);
export const doneIn = (items: Items): readonly StoredFile[] => items.flatMap((item) => (item.status === 'done' ? [item.file] : []));
export const isBusy = (items: Items): boolean => items.some(({ status }) => status === 'uploading');

const doneItem = (file: StoredFile): UploadItem => ({ key: `done ${file.path}`, status: 'done', file });

/** The files of the form's current value, with running and failed uploads at their positions. */
export const reconciled = (items: Items, files: readonly StoredFile[]): Items => {
  const filesByPath = new Map(files.map((file) => [file.path, file]));
  const doneFiles = doneIn(items);
  if (doneFiles.length === files.length && doneFiles.every(({ path }, index) => path === files[index]?.path)) return items;
  const waiting = items.filter(({ status }) => status !== 'done');
  return [...[...filesByPath.values()].map(doneItem), ...waiting];
};

export const withSources = (items: Items, sources: readonly { readonly key: string; readonly source: File }[]): Items => [
  ...items,
  ...sources.map(({ key, source }): UploadItem => ({ key, status: 'uploading', source, percent: 0 })),
];

export const withoutItem = (items: Items, key: string): Items => items.filter((item) => item.key !== key);

const changed = (items: Items, key: string, change: (item: UploadItem) => UploadItem): Items =>
  items.map((item) => (item.key === key ? change(item) : item));

export const withPercent = (items: Items, key: string, percent: number): Items =>
  changed(items, key, (item) => (item.status === 'uploading' ? { ...item, percent } : item));
export const withFile = (items: Items, key: string, file: StoredFile): Items => changed(items, key, () => doneItem(file));
export const withFault = (items: Items, key: string, message: string | undefined): Items =>
  changed(items, key, (item) => (item.status === 'uploading' ? { key, status: 'error', source: item.source, message } : item));
export const retried = (items: Items, key: string): Items =>
  changed(items, key, (item) => (item.status === 'error' ? { key, status: 'uploading', source: item.source, percent: 0 } : item));

/** The list with an item moved to another index; undefined when that index does not exist. */
export const movedTo = (items: Items, key: string, to: number): Items | undefined => {
  const item = items.find((one) => one.key === key);
  return item && to >= 0 && to < items.length ? withoutItem(items, key).toSpliced(to, 0, item) : undefined;
};
