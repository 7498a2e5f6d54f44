import type { GunUse } from '#engines/driver/step.ts';
import { choice } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { endpoint, file, opaque } from '#kit/resource/endpoint.ts';
import { driverCall, driverPath, visitCall } from '../driver-path.ts';
import { gunNo, labelText } from '../gun-view/gun-view.ts';

/** What the driver's page runs in. A mini-program keeps its token itself; a page gets a cookie. */
export const visitChannel = codeTable({
  dictCode: 'driver_channel',
  title: ['访问渠道', '造訪管道', 'Channel'],
  items: {
    web: { value: 'web', words: ['网页', '網頁', 'Web page'] },
    wechat: { value: 'wechat', words: ['微信内网页', '微信內網頁', 'Page in WeChat'] },
    alipay: { value: 'alipay', words: ['支付宝内网页', '支付寶內網頁', 'Page in Alipay'] },
    mini: { value: 'mini', words: ['小程序', '小程式', 'Mini-program'] },
  },
});

export interface DriverVisit {
  /** For `Authorization: Bearer`; null for a page, which has it as a cookie. */
  readonly visit: string | null;
  readonly expiresAt: string;
  /** `static`: from the label. */
  readonly proof: 'static';
  /** The order of this visit at this gun that is not over. */
  readonly orderNo: string | null;
  /** What the wallet of the signed-in driver can spend at this gun, in minor units; null: nobody has signed in with its operator. */
  readonly walletCents: number | null;
}

/** An event of `GET /visits/me/events`. `lease` says whether somebody else is paying. @public for the page of drivers */
export type DriverVisitEvent =
  | { readonly event: 'gun'; readonly data: { readonly use: GunUse; readonly isPlugged: boolean; readonly asOf: string } }
  | { readonly event: 'lease'; readonly data: { readonly isLeased: boolean; readonly asOf: string } };

export const visitApi = {
  /** Begins a visit at a gun, or moves the visit of the caller to it. */
  begin: endpoint({
    ...driverCall,
    publicStatus: 201,
    method: 'POST',
    path: `${driverPath}/visits`,
    input: { label: labelText, gun: gunNo, channel: choice(visitChannel) },
    output: opaque<DriverVisit>(),
  }),
  /** Server-sent events `gun` and `lease`: the present ones first, then each change; a comment every 20 s. */
  events: endpoint({ ...visitCall, method: 'GET', path: `${driverPath}/visits/me/events`, input: {}, output: file() }),
};
