import { payQrApi } from '#domains/device/resources.ts';
import { payConfApi, payConfUse, payType } from '#domains/money/resources.ts';
import type { Api } from '../api.ts';
import { field } from '../api.ts';
import { ensure } from '../ensure.ts';
import type { SkippedCallback } from '../ensure.ts';
import type { StandingPile } from './piles.ts';
import type { DemoIds } from './places.ts';

interface PaymentSetup {
  readonly places: DemoIds;
  readonly piles: readonly StandingPile[];
  /** Where the platform is. */
  readonly url: string;
  /** The stand-in of the payment providers; undefined where none runs. */
  readonly standIn: string | undefined;
  readonly onSkipped: SkippedCallback;
}

/**
 * Enters the accounts that the tenant in China has at the stand-in, and lets the codes on all piles open the page of drivers. Returns the addresses
 * behind the codes of the piles at which drivers can pay, by their piles.
 */
export const setUpPayments = async (api: Api, setup: PaymentSetup): Promise<ReadonlyMap<string, string>> => {
  const { places, piles, url, standIn, onSkipped } = setup;
  if (standIn !== undefined) await setUpAccounts(api, { tenantId: places.tenantId('huadong'), merchants: await merchantsOf(standIn), onSkipped });
  const cpCodes = piles.map(({ cpCode }) => cpCode).join(',');
  const unlabelled = (await api.call(payQrApi.payQrCodes, { cpCodes })).filter(({ payQrCode }) => payQrCode === null);
  if (unlabelled.length > 0)
    await api.call(payQrApi.setPayQrCode, {
      cpCodes: unlabelled.map(({ cpCode }) => cpCode).join(','),
      payQrCode: `${url}/q/{ref}{check}/{gunNumber}`,
    });
  const paid = new Set(standIn === undefined ? [] : piles.filter(({ station }) => station.tenant === 'huadong').map(({ cpCode }) => cpCode));
  const codes = await api.call(payQrApi.payQrCodes, { cpCodes });
  return new Map(codes.flatMap(({ cpCode, payQrCode }) => (paid.has(cpCode) && payQrCode !== null ? [[cpCode, payQrCode] as const] : [])));
};

/** The merchant's side of the accounts, as the stand-in tells it. */
export const merchantsOf = async (standIn: string): Promise<unknown> => field(await toldBy(standIn), 'merchants');

/** What the stand-in tells about itself. */
export const toldBy = async (standIn: string): Promise<unknown> => {
  const answer = await fetch(`${standIn}/_ctl`);
  return answer.json();
};

interface AccountSetup {
  readonly tenantId: string;
  readonly merchants: unknown;
  readonly onSkipped: SkippedCallback;
}

/** Enters the accounts that a tenant has at the stand-in, proves them and takes them into use. */
export const setUpAccounts = async (api: Api, { tenantId, merchants, onSkipped }: AccountSetup): Promise<void> => {
  const planned = [weChatDraft(tenantId, field(merchants, 'wechat')), alipayDraft(tenantId, field(merchants, 'alipay'))];
  const rows = await ensure(
    api,
    { ...payConfApi, nameOf: (row) => row.confName },
    { planned, nameOf: ({ confName }) => confName, draftOf: (draft) => draft, onSkipped },
  );
  for (const { confName } of planned) {
    const row = rows.find(confName);
    if (!row || !rows.isNew.has(confName)) continue;
    await api.call(payConfApi.prove, { payConfId: row.payConfId });
    await api.call(payConfApi.changeState, { entityId: row.payConfId, setState: payConfUse.items.used.value });
  }
};

const textOf = (merchant: unknown, name: string): string => {
  const text = field(merchant, name);
  return typeof text === 'string' ? text : '';
};

const weChatDraft = (tenantId: string, merchant: unknown) => ({
  tenantId,
  confName: '演示微信支付',
  payType: payType.items.weChat.value,
  merchantNo: textOf(merchant, 'mchId'),
  appId: textOf(merchant, 'appId'),
  serialNo: textOf(merchant, 'serialNo'),
  publicKeyId: textOf(merchant, 'publicKeyId'),
  publicKey: textOf(merchant, 'publicKey'),
  privateKey: textOf(merchant, 'privateKey'),
  apiKey: textOf(merchant, 'apiV3Key'),
});

const alipayDraft = (tenantId: string, merchant: unknown) => ({
  tenantId,
  confName: '演示支付宝',
  payType: payType.items.alipay.value,
  merchantNo: textOf(merchant, 'sellerId'),
  appId: textOf(merchant, 'appId'),
  publicKey: textOf(merchant, 'publicKey'),
  privateKey: textOf(merchant, 'privateKey'),
});
