import type { Words } from '#kit/fields/words.ts';

export const placeWords = {
  paste: ['粘贴坐标', '貼上座標', 'Paste'],
  none: ['没有信息，请先拾取坐标', '沒有資訊，請先拾取座標', 'Nothing to paste: pick up the coordinates first'],
  wrong: ['坐标信息不正确', '座標資訊不正確', 'The coordinates are not correct'],
} as const satisfies Readonly<Record<string, Words>>;
