import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const captchaInputLabels = {
  checkKey: ['验证码编号', '驗證碼編號', 'Verification key'],
  subject: ['验证对象', '驗證對象', 'Name to verify'],
  position: ['滑块位置', '滑塊位置', 'Slider position'],
  track: ['滑动轨迹', '滑動軌跡', 'Slider track'],
  x: ['位置', '位置', 'Position'],
  ms: ['时间', '時間', 'Time'],
} as const satisfies Readonly<Record<string, Words>>;

export const captchaWords = {
  drag: ['拖动滑块验证', '拖動滑塊驗證', 'Drag the slider to verify'],
  passed: ['验证通过', '驗證通過', 'Verified'],
  checking: ['验证中…', '驗證中…', 'Checking…'],
  refresh: ['换一张图', '換一張圖', 'Another picture'],
  fit: ['拖动滑块，使拼图填入缺口', '拖動滑塊，使拼圖填入缺口', 'Move the slider until the piece fills the gap'],
  keys: ['方向键移动，回车键确认', '方向鍵移動，Enter 鍵確認', 'Arrow keys move it, Enter lets it go'],
  failed: ['验证图片加载失败', '驗證圖片載入失敗', 'The picture could not be loaded'],
} as const satisfies Readonly<Record<string, Words>>;

export const captchaRefusals = {
  'captcha.needed': ['请先完成滑块验证', '請先完成滑塊驗證', 'Please move the slider first'],
  'captcha.expired': ['验证已过期，请点击刷新', '驗證已過期，請點擊重新整理', 'The verification has expired; refresh it'],
  'captcha.missed': ['未对准缺口，请再试一次', '未對準缺口，請再試一次', 'That did not fit the gap, try again'],
} as const satisfies RefusalTable;
export type CaptchaRefusal = keyof typeof captchaRefusals;
