import { pile } from '#domains/network/resources.ts';
import type { Words } from '#kit/fields/words.ts';
import { longText } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

/** A pile with the address behind its payment code. */
export interface PayQrPile {
  readonly cpCode: string;
  /** The label of the pile: what its codes say in place of its own code, and the letters that prove it. */
  readonly ref: string;
  readonly check: string;
  readonly cpName: string;
  readonly gunCount: number;
  /** `{gunNumber}` is the placeholder for the number of each gun. */
  readonly payQrCode: string | null;
}

export const payQrApi = {
  /** The codes of some piles, in the order of the request. */
  payQrCodes: endpoint({
    method: 'GET',
    path: `${pile.path}/payQrCodes`,
    allow: 'pile:list',
    input: { cpCodes: longText({ min: 1, max: 8_000 }) },
    output: opaque<readonly PayQrPile[]>(),
  }),
  /**
   * Stores the address behind the QR code of piles and sends it to those that can show one. `{ref}{check}` is the placeholder for each pile's label,
   * `{cpCode}` for its code, and `{gunNumber}` for each gun's number.
   */
  setPayQrCode: endpoint({
    method: 'POST',
    path: `${pile.path}/setPayQrCode`,
    proof: 'remote',
    allow: 'deviceCommand:parameter',
    idempotent: true,
    input: { cpCodes: longText({ min: 1, max: 8_000 }), payQrCode: longText({ min: 1, max: 200 }) },
    output: words(),
  }),
  /** Withdraws the labels of piles, for example because a false one was found, and makes fresh ones. Stored addresses with the old ones follow. */
  renewLabels: endpoint({
    method: 'POST',
    path: `${pile.path}/renewLabels`,
    proof: 'remote',
    allow: 'deviceCommand:parameter',
    idempotent: true,
    input: { cpCodes: longText({ min: 1, max: 8_000 }) },
    output: words(),
  }),
};

export const payQrRefusals = {
  'payQr.notAnAddress': ['二维码内容须为 http 或 https 网址', '二維碼內容須為 http 或 https 網址', 'The content must be an http or https address'],
} as const satisfies RefusalTable;

export const payQrWords = {
  action: ['支付二维码', '支付二維碼', 'Payment QR code'],
  short: ['二维码', '二維碼', 'QR code'],
  address: ['二维码网址', '二維碼網址', 'Address behind the code'],
  hint: [
    '{ref}{check} 代表桩的标签，{gunNumber} 代表枪号，例如 https://pay.example.com/q/{ref}{check}/{gunNumber}；{cpCode} 代表桩编号',
    '{ref}{check} 代表樁的標籤，{gunNumber} 代表槍號，例如 https://pay.example.com/q/{ref}{check}/{gunNumber}；{cpCode} 代表樁編號',
    '{ref}{check} stands for the label of the pile and {gunNumber} for the gun, as in https://pay.example.com/q/{ref}{check}/{gunNumber}; {cpCode} is the pile code',
  ],
  ownPage: ['使用本系统的扫码充电页', '使用本系統的掃碼充電頁', 'Use the page of this system'],
  open: ['打开页面', '開啟頁面', 'Open the page'],
  renew: ['更换标签', '更換標籤', 'Renew the labels'],
  renewHint: [
    '现有标签立即作废，扫码者会被告知不要付款；桩上的二维码须重新打印张贴。',
    '現有標籤立即作廢，掃碼者會被告知不要付款；樁上的二維碼須重新列印張貼。',
    'The present labels stop at once, and whoever scans one is told not to pay. The codes on the piles have to be printed anew.',
  ],
  save: ['保存并下发', '儲存並下發', 'Save and send'],
  preview: ['预览', '預覽', 'Preview'],
  none: ['尚未设置二维码', '尚未設定二維碼', 'No code has been set'],
  several: [
    '所选电桩的二维码网址不同，保存后将统一',
    '所選電樁的二維碼網址不同，儲存後將統一',
    'These piles have different addresses; saving makes them one',
  ],
  print: ['打印', '列印', 'Print'],
  gunNo: ['{n}号枪', '{n}號槍', 'Gun {n}'],
  more: ['另有 {n} 个', '另有 {n} 個', '{n} more'],
} as const satisfies Readonly<Record<string, Words>>;
