import type { ProofState, SlowReason } from '#engines/dispatch/safety/explain.ts';
import type { Words } from '#kit/fields/words.ts';

/** The texts of a site's page besides the labels of its fields. */
export const siteWords = {
  back: ['返回列表', '返回列表', 'All sites'],
  open: ['查看', '檢視', 'View'],
  none: ['尚未计算', '尚未計算', 'Not computed yet'],
  noneHint: [
    '桩绑定已启用的功率控制后，几秒内即显示',
    '樁綁定已啟用的功率控制後，幾秒內即顯示',
    'It appears within seconds once piles follow an enabled power control',
  ],
  noLimit: ['无上限', '無上限', 'None'],
  worstHint: [
    '所有已下发且尚未确认失效的功率之和，始终不应超过上限',
    '所有已下發且尚未確認失效的功率之和，始終不應超過上限',
    'Everything that was sent and may still be in force; it should never pass the limit',
  ],
  overFor: ['可能已超限 {time}', '可能已超限 {time}', 'May be over its limit for {time}'],
  notFailSafe: ['通信中断时可能超限', '通訊中斷時可能超限', 'Not fail-safe'],
  notFailSafeHint: [
    '所有桩失去通信时，合计离线功率会超过当前上限',
    '所有樁失去通訊時，合計離線功率會超過目前上限',
    'Piles that hear nothing may together draw more than the present limit',
  ],
  late: ['{time}未更新，请检查服务', '{time}未更新，請檢查服務', 'Not computed for {time}; is the worker running?'],
  curves: ['功率曲线', '功率曲線', 'Power over the day'],
  guns: ['充电枪', '充電槍', 'Guns'],
  today: ['今天', '今天', 'Today'],
  dayBefore: ['前一天', '前一天', 'The day before'],
  dayAfter: ['后一天', '後一天', 'The day after'],
  noCurve: ['当天没有数据', '當天沒有資料', 'Nothing was recorded on this day'],
  siteChart: ['上限、最坏情况与实测功率', '上限、最壞情況與實測功率', 'Limit, worst case and draw'],
  gunChart: ['各枪分配功率', '各槍分配功率', 'What each gun was allowed'],
  shownGuns: ['显示的枪', '顯示的槍', 'Guns shown'],
  limit: ['上限', '上限', 'Limit'],
  worst: ['最坏情况', '最壞情況', 'Worst case'],
  drawn: ['实测', '實測', 'Draw'],
  gun: ['枪', '槍', 'Gun'],
  share: ['分配', '分配', 'Allowed'],
  ofRated: ['{limit} / {rated} kW', '{limit} / {rated} kW', '{limit} of {rated} kW'],
  wanted: ['需求', '需求', 'Wanted'],
  proof: ['确认', '確認', 'Proof'],
  reason: ['原因', '原因', 'Why'],
  showIdle: ['显示未充电的枪（{n}）', '顯示未充電的槍（{n}）', 'Show guns that do not charge ({n})'],
  hideIdle: ['隐藏未充电的枪', '隱藏未充電的槍', 'Hide guns that do not charge'],
  noneCharges: ['当前没有枪在充电', '目前沒有槍在充電', 'No gun charges now'],
  noGuns: ['没有充电枪', '沒有充電槍', 'No guns'],
} as const satisfies Readonly<Record<string, Words>>;

/** How far a device is known to do what it was told. */
export const proofWords = {
  proven: ['已确认', '已確認', 'Proven'],
  waiting: ['等待确认', '等待確認', 'Waiting'],
  unproven: ['未确认', '未確認', 'Unproven'],
  silent: ['无通信', '無通訊', 'Silent'],
  disobeying: ['未执行限值', '未執行限值', 'Does not obey'],
} as const satisfies Readonly<Record<ProofState, Words>>;

/** Why a gun does not get more. */
export const reasonWords = {
  idle: ['未充电', '未充電', 'Not charging'],
  demand: ['车辆不需要更多', '車輛不需要更多', 'The car takes no more'],
  rated: ['桩的额定功率', '樁的額定功率', 'Rated power of the pile'],
  schedule: ['当前时段的功率', '目前時段的功率', 'Power of the present period'],
  soc: ['SOC已达限功率值', 'SOC已達限功率值', 'State of charge above that of the period'],
  cable: ['枪线限制', '槍線限制', 'Limit of the cable'],
  pile: ['桩的限制', '樁的限制', 'Limit of the pile'],
  override: ['人工限值', '人工限值', 'Limit set by an operator'],
  capBelowFloor: ['限值低于最小充电功率', '限值低於最小充電功率', 'Its limit is below what charging needs'],
  resting: ['暂停后休息中', '暫停後休息中', 'Rests after a pause'],
  beyondControl: ['桩未响应，按最坏情况计', '樁未回應，按最壞情況計', 'The pile does not respond; its worst case counts'],
  limitOfSiteAlone: ['已获得站点剩余的全部功率', '已獲得站點剩餘的全部功率', 'It has all that the site has left'],
  limitOfSite: ['{n}把枪共享站点功率', '{n}把槍共享站點功率', 'The site is shared by {n}'],
  limitOfPile: ['{n}把枪共享此桩功率', '{n}把槍共享此樁功率', 'The pile is shared by {n}'],
  queuedAtSite: ['站点功率不足，排队中（{n}把枪充电）', '站點功率不足，排隊中（{n}把槍充電）', 'Waits: the site has no more for it ({n} charge)'],
  queuedAtPile: ['桩功率不足，排队中', '樁功率不足，排隊中', 'Waits: the pile has no more for it'],
  rising: ['正在升至 {target} kW', '正在升至 {target} kW', 'On its way up to {target} kW'],
} as const satisfies Readonly<Record<string, Words>>;

const SITE_NODE = 'site';

export const reasonText = (reason: SlowReason): { readonly words: Words; readonly args: Readonly<Record<string, string | number>> } => {
  switch (reason.kind) {
    case 'rising':
      return { words: reasonWords.rising, args: { target: (reason.targetHw / 10).toFixed(1) } };
    case 'limit':
      return { words: limitWords(reason), args: { n: reason.sharedBy } };
    case 'queued':
      return { words: reason.nodeId === SITE_NODE ? reasonWords.queuedAtSite : reasonWords.queuedAtPile, args: { n: reason.sharedBy } };
    default:
      return { words: reasonWords[reason.kind], args: {} };
  }
};

const limitWords = ({ nodeId, sharedBy }: { readonly nodeId: string; readonly sharedBy: number }): Words => {
  if (nodeId !== SITE_NODE) return reasonWords.limitOfPile;
  return sharedBy > 1 ? reasonWords.limitOfSite : reasonWords.limitOfSiteAlone;
};
