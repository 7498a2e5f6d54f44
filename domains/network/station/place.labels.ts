import type { Words } from '#kit/fields/words.ts';

export const placeWords = {
  paste: ['粘贴坐标', '貼上座標', 'Paste'],
  map: ['打开地图', '開啟地圖', 'Open the map'],
  how: [
    '在新窗口中打开地图：把站点移到地图中央，复制网址，再粘贴',
    '在新視窗中開啟地圖：把站點移到地圖中央，複製網址，再貼上',
    'Opens a map in a new window: bring the station to its middle, copy the address of the page, and paste it here',
  ],
  none: ['没有信息，请先拾取坐标', '沒有資訊，請先拾取座標', 'Nothing to paste: pick up the coordinates first'],
  wrong: ['坐标信息不正确', '座標資訊不正確', 'The coordinates are not correct'],
} as const satisfies Readonly<Record<string, Words>>;
