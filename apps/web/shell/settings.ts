import { storageKeys } from '#kit/web/storage.ts';
import { rememberedStore } from '#kit/web/store.ts';

const yesNo = (key: string, usual: boolean) =>
  rememberedStore<boolean>({ key, read: (text) => (text === null ? usual : text === 'true'), write: String });

/** Whether opened pages stay beside each other as tabs. */
export const multiPageStore = yesNo(storageKeys.multiPage, true);
