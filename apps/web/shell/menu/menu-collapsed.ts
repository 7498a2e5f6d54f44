import { storageKeys } from '#kit/web/storage.ts';
import { rememberedStore } from '#kit/web/store.ts';

/** Whether the viewer folded the side menu. */
export const menuCollapsedStore = rememberedStore<boolean>({
  key: storageKeys.sider,
  read: (text) => text === 'folded',
  write: (folded) => (folded ? 'folded' : null),
});
