import { codeTable } from '#kit/fields/codes.ts';

/** What a big screen shows. */
export const screenView = codeTable({
  dictCode: 'screen_view',
  title: ['大屏视图', '大螢幕視圖', 'View of a big screen'],
  items: {
    charging: { value: 1, words: ['充电视图', '充電視圖', 'Charging'] },
    operation: { value: 2, words: ['运营视图', '營運視圖', 'Operation'] },
    data: { value: 3, words: ['数据视图', '資料視圖', 'Data'] },
  },
});
