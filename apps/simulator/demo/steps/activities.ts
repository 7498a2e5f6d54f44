import { activityApi, activityKind, activityLevel, couponApi, couponForm, couponOverlay, couponUseScene } from '#domains/marketing/resources.ts';
import { rateType } from '#engines/tariff/codes.ts';
import type { Api } from '../api.ts';
import { ensure, mapConcurrently } from '../ensure.ts';
import type { SkippedCallback } from '../ensure.ts';
import { drawBoxes } from '../picture.ts';
import type { Driver } from './people.ts';
import type { DemoIds } from './places.ts';

interface ActivitySetup {
  readonly places: DemoIds;
  readonly drivers: readonly Driver[];
  readonly onSkipped: SkippedCallback;
}

const ACTIVITY = '金秋充电季';
const DEDUCTION = '满 5 元减 1 元';
const DISCOUNT = '服务费八折';
const DAY_MS = 86_400_000;
/** So many drivers of the tenant get coupons, each of both. */
const RECEIVERS = 16;
const PICTURE = { width: 750, height: 320, background: '#f7c873' } as const;

/** Publishes an activity with two coupons and gives them to drivers, whose next orders use them. Done once. */
export const setUpActivities = async (api: Api, { places, drivers, onSkipped }: ActivitySetup): Promise<void> => {
  const tenantId = places.tenantId('huadong');
  const image = await api.upload({ name: 'activity.png', content: await drawLeaves(), biz: 'activity', kind: 'image' });
  const nowMs = Date.now();
  const times = { startTime: instantAt(nowMs - DAY_MS), endTime: instantAt(nowMs + 60 * DAY_MS) };
  const rows = await ensure(
    api,
    { ...activityApi, nameOf: (row) => row.name },
    {
      planned: [ACTIVITY],
      nameOf: (name) => name,
      draftOf: (name) => ({
        tenantId,
        name,
        level: activityLevel.items.agent.value,
        kind: activityKind.items.discount.value,
        agentIds: (['north', 'south'] as const).map((key) => ({ agentId: places.agentId(key) })),
        title: '金秋充电，立减优惠',
        subtitle: '领券后充电自动抵扣',
        rule: '<p>每人每券限领三张，结算时自动选用最优惠的一张。</p>',
        image,
        weight: 10,
        ...times,
        displayTime: instantAt(nowMs - 2 * DAY_MS),
      }),
      onSkipped,
    },
  );
  const activity = rows.find(ACTIVITY);
  if (!activity || !rows.isNew.has(ACTIVITY)) return;
  const common = {
    activityId: activity.activityId,
    useScene: couponUseScene.items.settlement.value,
    canOverlay: couponOverlay.items.yes.value,
    useAmountLimit: '5.00',
    vipLevelValLimit: 0,
    totalNum: 1_000,
    limitNum: 3,
    ...times,
    useBeginTime: times.startTime,
    useEndTime: instantAt(nowMs + 90 * DAY_MS),
  };
  const coupons = [
    await api.call(couponApi.add, {
      ...common,
      couponName: DEDUCTION,
      couponForm: couponForm.items.deduction.value,
      preferentialAmount: '1.00',
      sort: 2,
    }),
    await api.call(couponApi.add, {
      ...common,
      couponName: DISCOUNT,
      couponForm: couponForm.items.discount.value,
      preferentialDiscount: 80,
      maxCredit: '3.00',
      rateTypes: [rateType.service],
      sort: 1,
    }),
  ];
  await api.call(activityApi.publishActivity, { ids: activity.activityId });
  const receivers = drivers.filter(({ tenant, by }) => tenant === 'huadong' && by !== 'company').slice(0, RECEIVERS);
  await mapConcurrently(receivers, async ({ mainPartType, mainPartId }) => {
    for (const { couponId } of coupons) await api.call(couponApi.grant, { couponId, mainPartType, mainPartId });
  });
};

const instantAt = (atMs: number): string => new Date(atMs).toISOString();

/** Leaves over a road, in boxes. */
const drawLeaves = (): Promise<Uint8Array> =>
  drawBoxes(PICTURE, [
    { left: 0, top: 250, width: 750, height: 70, background: '#6f7a86' },
    ...[40, 180, 330, 470, 620].map((left, index) => ({
      left,
      top: 60 + (index % 3) * 40,
      width: 70,
      height: 44,
      background: LEAF_COLOURS[index % 3] ?? '#d9542b',
    })),
    { left: 340, top: 140, width: 70, height: 110, background: '#33404d' },
    { left: 350, top: 152, width: 50, height: 34, background: '#35a65b' },
  ]);
const LEAF_COLOURS = ['#d9542b', '#e58a1f', '#b23a1e'] as const;
