import { storageKeys } from '#kit/web/storage.ts';
import { persistedStore } from '#kit/web/store.ts';

/** Whether the viewer folded the side menu. */
export const menuCollapsedStore = persistedStore<boolean>({
  key: storageKeys.sider,
  read: (text) => text === 'folded',
  write: (folded) => (folded ? 'folded' : null),
});
