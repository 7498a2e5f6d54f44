import { cardHoldState, cardKind, cardLevel, cardPaymentState, cardSale, cardSource, stateOfUse } from '#engines/marketing/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** Code tables of privilege cards. The specification names their calls and no values; each is explained in docs/decisions/0116-privilege-cards.md. */
export const privilegeCardKind = codeTable({
  dictCode: 'privilege_card_kind',
  title: ['特权卡类型', '特權卡類型', 'Kind of privilege card'],
  items: {
    month: { value: cardKind.month, words: ['月卡', '月卡', 'Month card'] },
    quarter: { value: cardKind.quarter, words: ['季卡', '季卡', 'Quarter card'] },
    year: { value: cardKind.year, words: ['年卡', '年卡', 'Year card'] },
    times: { value: cardKind.times, words: ['次卡', '次卡', 'Card of charges'] },
    energy: { value: cardKind.energy, words: ['电量卡', '電量卡', 'Card of energy'] },
  },
});

export const privilegeCardState = codeTable({
  dictCode: 'privilege_card_state',
  title: ['特权卡状态', '特權卡狀態', 'State of a privilege card'],
  items: {
    off: { value: cardSale.off, words: ['未上架', '未上架', 'Off sale'], tone: 'quiet' },
    on: { value: cardSale.on, words: ['已上架', '已上架', 'On sale'], tone: 'good' },
    withdrawn: { value: cardSale.withdrawn, words: ['已停用', '已停用', 'Withdrawn'], tone: 'warn' },
  },
});

export const privilegeCardLevel = codeTable({
  dictCode: 'privilege_card_level',
  title: ['特权卡适用级别', '特權卡適用級別', 'Where a privilege card holds'],
  items: {
    tenant: { value: cardLevel.tenant, words: ['全部站点', '全部站點', 'All stations'] },
    agent: { value: cardLevel.agent, words: ['运营商', '營運商', 'Agent'] },
    station: { value: cardLevel.station, words: ['站点', '站點', 'Station'] },
  },
});

export const privilegeCardHoldState = codeTable({
  dictCode: 'privilege_card_hold_state',
  title: ['持卡状态', '持卡狀態', 'State of a held card'],
  items: {
    waiting: { value: cardHoldState.waiting, words: ['未生效', '未生效', 'Not begun'], tone: 'quiet' },
    active: { value: cardHoldState.active, words: ['生效中', '生效中', 'Active'], tone: 'good' },
    usedUp: { value: cardHoldState.usedUp, words: ['已用完', '已用完', 'Used up'], tone: 'quiet' },
    expired: { value: cardHoldState.expired, words: ['已过期', '已過期', 'Expired'], tone: 'quiet' },
    ended: { value: cardHoldState.ended, words: ['已终止', '已終止', 'Ended'], tone: 'warn' },
  },
});

export const privilegeCardSource = codeTable({
  dictCode: 'privilege_card_source',
  title: ['持卡来源', '持卡來源', 'How a card was got'],
  items: {
    sold: { value: cardSource.sold, words: ['购买', '購買', 'Bought'] },
    given: { value: cardSource.given, words: ['运营发放', '營運發放', 'Given'] },
  },
});

export const privilegeCardPaymentState = codeTable({
  dictCode: 'privilege_card_payment_state',
  title: ['特权卡支付状态', '特權卡支付狀態', 'State of a card payment'],
  items: {
    waiting: { value: cardPaymentState.waiting, words: ['待支付', '待支付', 'Not paid yet'], tone: 'quiet' },
    bought: { value: cardPaymentState.bought, words: ['已购卡', '已購卡', 'Bought'], tone: 'good' },
    notSold: { value: cardPaymentState.notSold, words: ['未售出，款项在钱包', '未售出，款項在錢包', 'Not sold, in the wallet'], tone: 'warn' },
  },
});

export const privilegeCardUseState = codeTable({
  dictCode: 'privilege_card_use_state',
  title: ['特权卡使用状态', '特權卡使用狀態', 'State of a card at an order'],
  items: {
    used: { value: stateOfUse.used, words: ['已使用', '已使用', 'Used'], tone: 'good' },
    givenBack: { value: stateOfUse.givenBack, words: ['已退还', '已退還', 'Given back'], tone: 'warn' },
    reserved: { value: stateOfUse.reserved, words: ['使用中', '使用中', 'Reserved'], tone: 'busy' },
    notUsed: { value: stateOfUse.notUsed, words: ['未使用', '未使用', 'Not used'], tone: 'quiet' },
  },
});
