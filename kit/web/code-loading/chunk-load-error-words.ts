import type { Words } from '#kit/fields/words.ts';

/** The texts for a chunk that could not be loaded. */
export const chunkLoadErrorWords = {
  gone: ['系统已更新，请刷新页面', '系統已更新，請重新整理頁面', 'A new version is out. Please reload the page'],
  cut: [
    '网络连接失败，未能加载完整，请检查网络后重试',
    '網路連線失敗，未能載入完整，請檢查網路後重試',
    'A part of the page could not be loaded. Check the network and try again',
  ],
  slow: ['加载超时，请检查网络后重试', '載入逾時，請檢查網路後重試', 'A part of the page took too long to load. Check the network and try again'],
  broken: [
    '页面出错了，请刷新页面，或换用新版浏览器',
    '頁面出錯了，請重新整理，或改用新版瀏覽器',
    'The page ran into a problem. Reload it, or use a newer browser',
  ],
  again: ['重试', '重試', 'Try again'],
  reload: ['刷新页面', '重新整理', 'Reload'],
} as const satisfies Readonly<Record<string, Words>>;
