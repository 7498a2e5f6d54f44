import { expect, test } from 'vitest';
import { entityState } from '#engines/entity/codes.ts';
import { mainPartType, orderState, orderType, startSource, strategyType } from '#engines/order/codes.ts';
import { flagReasons } from '#engines/order/flags.ts';
import { deviceAnswer } from '#engines/order/verdict.ts';
import { gunState, pileState } from '#engines/pile/codes.ts';
import { accountResult, accountType, commandResult, encryptionMode, genericResult } from '#engines/protocol/codes.ts';
import { loginResult, recordResult, startRequestResult } from '#engines/protocol/codes.ts';
import * as nativeCodes from '#engines/protocol/native/codes.ts';
import { billMode, couponForm, rateStage, rateType } from '#engines/tariff/codes.ts';
import { domains } from '#apps/domains.ts';
import { createRegistry } from '#kit/server/context/registry.ts';

const span = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** The required code tables: the name of each table, the code that implements it, and every value. */
const told: readonly (readonly [what: string, dictCode: string, values: readonly (number | string)[]])[] = [
  ['4 generic entity state', 'entity_state', [1, 0, -1]],
  ['4 rate rule action', 'rate_rule_op', [1, 2, 3]],
  ['4 charging order state', 'order_state', [0, 1, 2, 3, 4, 5, 6, 9]],
  ['4 pile work state', 'cp_work_stat', span(0, 7)],
  ['4 gun work state', 'gun_work_stat', span(0, 9)],
  ['4 platform-to-pile command status', 'command_stat', [0, 1, 2]],
  ['4 notice status', 'send_status', [0, 1, 2]],
  ['4 h5 activity', 'activity_state', [0, 1, 2]],
  ['4 announcement read', 'read_stat', [0, 1]],
  ['4 invoice red-dash', 'red_dash_state', [1, 2, 3]],
  ['8 pile login result', 'cp_login_result', span(0, 5)],
  ['8 generic result', 'generic_result', [0, 1]],
  ['8 account query result', 'account_query_result', [...span(0, 11), 153]],
  ['8 request-start result', 'request_start_result', [...span(0, 14), 153]],
  ['8 start-result reply', 'start_result_reply', [0, 1, 2, 3, 4, 5, 255]],
  ['8 start result', 'start_result', [0, 1, 2, 3, ...span(161, 213)]],
  ['8 stop reason', 'stop_reason', [...span(1, 18), ...span(160, 239)]],
  ['8 gun fault', 'gun_fault_type', [0, ...span(65, 73), ...span(80, 86), 255]],
  ['8 pile fault', 'cp_fault_type', [...span(0, 16), 255]],
  ['8 gun status info', 'gun_status_info', [...span(0, 29), ...span(48, 53)]],
  ['8 platform-to-pile reply result', 'command_reply_result', [0, 1, 2, 3]],
  ['9 rate types', 'rate_type', span(1, 4)],
  ['9 rate stages', 'rate_stage', span(0, 4)],
  ['9 bill modes', 'bill_mode', [1, 2]],
  ['9 months', 'month', span(1, 12)],
  ['9 weekdays', 'weekday', span(1, 7)],
  ['9 pile types', 'cp_type', [1, 2, 3]],
  ['9 charging strategy types', 'charging_strategy_type', [...span(1, 7), 9]],
  ['9 account types', 'account_type', span(0, 4)],
  ['9 encryption mode', 'encryption_mode', [0, 1]],
  ['9 order types', 'order_category', span(1, 4)],
  ['9 start sources', 'start_source', [...span(1, 5), ...span(16, 23), 153]],
  ['9 main part types', 'main_part_type', span(1, 4)],
  ['9 recharge methods', 'recharge_pay_method', span(0, 3)],
  ['9 coupon types', 'coupon_form', [1, 2]],
  ['9 coupon use scenes', 'coupon_use_scene', [1, 2]],
  ['9 coupon overlay', 'can_overlay', [0, 1]],
  ['9 activity levels', 'activity_level', [1, 2]],
  ['9 activity kinds', 'activity_kind', [1, 2]],
  ['9 notice priority', 'priority', ['L', 'M', 'H']],
  ['9 notice types', 'msg_category', [1, 2]],
  ['9 battery types', 'electric_type', [...span(1, 8), 255]],
  ['9 charging mode', 'charging_mode', [1, 2]],
  ['9 BMS flags', 'bms_flag', [16]],
  ['9 pile-to-platform message types', 'message_type', ['0000', '0001', '0002', '0003', '0004', '0005', '0006', '0010']],
  ['9 more message types', 'message_type', ['0011', '0012', '0013', '0014', '0015', '0100', '0115']],
  ['9 settable device parameters', 'device_parameter', span(0, 22)],
  ['6 notice receivers', 'msg_type', ['USER', 'ALL']],
];

const { codeTables } = createRegistry(domains);

test.each(told)('%s is the dictionary %s, with every code', (_what, dictCode, values) => {
  const has = Object.values(codeTables.get(dictCode)?.items ?? {}).map(({ value }) => String(value));
  expect(values.map(String).filter((value) => !has.includes(value))).toEqual([]);
});

test('every code of the program has words in three languages, and no value twice', () => {
  const problems = [...codeTables.values()].flatMap(({ dictCode, title, items }) => {
    const all = Object.values(items);
    const silent = [title, ...all.map(({ words }) => words)].filter((words) => words.some((word) => word.trim() === ''));
    const twice = all.length - new Set(all.map(({ value }) => String(value))).size;
    return silent.length + twice > 0 ? [`${dictCode}: ${silent.length} without words, ${twice} twice`] : [];
  });
  expect(problems).toEqual([]);
  expect(codeTables.size).toBeGreaterThan(told.length);
});

const owned: readonly (readonly [dictCode: string, values: Readonly<Record<string, number>>])[] = [
  ['entity_state', entityState],
  ['order_state', orderState],
  ['order_category', orderType],
  ['start_source', startSource],
  ['charging_strategy_type', strategyType],
  ['main_part_type', mainPartType],
  ['cp_work_stat', pileState],
  ['gun_work_stat', gunState],
  ['generic_result', genericResult],
  ['cp_login_result', loginResult],
  ['account_query_result', accountResult],
  ['request_start_result', startRequestResult],
  ['start_result_reply', deviceAnswer],
  ['command_reply_result', commandResult],
  ['record_result', recordResult],
  ['account_type', accountType],
  ['encryption_mode', encryptionMode],
  ['rate_type', rateType],
  ['rate_stage', rateStage],
  ['bill_mode', billMode],
  ['coupon_form', couponForm],
];

const valuesIn = (dictCode: string): readonly string[] => Object.values(codeTables.get(dictCode)?.items ?? {}).map(({ value }) => String(value));

test.each(owned)('%s has words for the values that its engine owns, and for no other', (dictCode, values) => {
  expect(valuesIn(dictCode).toSorted()).toEqual(Object.values(values).map(String).toSorted());
});

test('every reason that holds an order has words', () => {
  expect(valuesIn('order_abnormal_reason').toSorted()).toEqual(flagReasons.toSorted());
});

/** The names of codes in the communication log, in the order of the protocol's list, with the values of the engine. */
const logged: readonly (readonly [
  name: string,
  set: { readonly names: Readonly<Record<number, string>> },
  values: Readonly<Record<string, number>>,
])[] = [
  ['generic', nativeCodes.generic, genericResult],
  ['login', nativeCodes.loginResult, loginResult],
  ['account', nativeCodes.accountResult, accountResult],
  ['start request', nativeCodes.startRequestResult, startRequestResult],
  ['start result reply', nativeCodes.startResultReply, deviceAnswer],
  ['command', nativeCodes.commandResult, commandResult],
  ['record', nativeCodes.recordResult, recordResult],
  ['pile state', nativeCodes.cpWorkStat, pileState],
  ['gun state', nativeCodes.gunWorkStat, gunState],
  ['account type', nativeCodes.accountType, accountType],
  ['order type', nativeCodes.orderType, orderType],
  ['strategy', nativeCodes.chargingStrategyType, strategyType],
  ['stage', nativeCodes.rateStage, rateStage],
  ['bill mode', nativeCodes.billMode, billMode],
];

test.each(logged)('the log of frames has a name for each %s', (_name, { names }, values) => {
  expect(Object.keys(names).toSorted()).toEqual(Object.values(values).map(String).toSorted());
});
