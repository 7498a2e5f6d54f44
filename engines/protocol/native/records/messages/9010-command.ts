import { brief, secret } from '../../../codec/kind.ts';
import { code, u } from '../../../codec/number.ts';
import { ascii, hex, tail } from '../../../codec/text.ts';
import { accountType, billMode, chargingStrategyType, commandResult, commandStat, listAction, rateStage, restartMode } from '../../codes.ts';
import { parameters } from '../../parameters.ts';
import { amountE2, amountE4 } from '../../units.ts';
import { byWord } from '../by-word.ts';
import { accountField, countField, orderNoField, rateRuleNoField, remarkField, timeField } from '../fields.ts';
import { asciiWords, decimal, listOf, orElse, record, whole, words } from '../kind.ts';
import { parameterTexts } from '../parameter-texts.ts';

const VALUE_MAX_BYTES = 1_024;
const URL_MAX_BYTES = 512;
const ACCOUNTS_MAX = 255;
const valueText = () => words(tail(VALUE_MAX_BYTES));

/** What `keyVal` contains, by the word of the command. */
const keyVals = {
  start: record({
    orderNo: orderNoField(),
    account: accountField(),
    strategyType: whole(code(chargingStrategyType)),
    strategyVal: decimal(u(4, { scale: 2 })),
    balance: decimal(amountE2()),
    rateRuleNo: rateRuleNoField(),
    /** A pile that receives the command later must not start. */
    deadline: timeField(),
  }),
  /** Without an order number the present charge of the gun. */
  stop: record({ orderNo: orElse(orderNoField(), '') }),
  /** The value of the parameter `paramNo`. */
  set: valueText(),
  /** The numbers of the parameters; none means all. */
  get: listOf(countField(1), { max: parameters.length }),
  restart: record({ mode: whole(code(restartMode)) }),
  /** The address is a signed link: anybody who reads it could fetch the file. */
  upgrade: record({ url: words(secret(tail(URL_MAX_BYTES))), firmwareVer: words(ascii(32)), when: timeField(), digest: words(hex(32)) }),
  log: record({ from: timeField(), to: timeField(), url: words(secret(tail(URL_MAX_BYTES))) }),
  /** One order by its number, or, without one, all that ended in a time range. */
  recall: record({ orderNo: orElse(orderNoField(), ''), from: timeField(), to: timeField() }),
  rate: record({
    rateRuleNo: rateRuleNoField(),
    month: countField(1),
    slotStages: listOf(whole(code(rateStage)), { min: 48, max: 48 }),
    /** By stage tip, peak, flat, valley; within each stage electricity, service, other1, other2 per kWh. */
    stagePrices: listOf(listOf(decimal(amountE4()), { min: 4, max: 4 }), { min: 4, max: 4 }),
    billMode: whole(code(billMode)),
  }),
  /** The accounts may be numbers of people, so no log shows them. */
  whitelist: record({
    accountType: whole(code(accountType)),
    action: whole(brief(code(listAction))),
    accounts: { ...listOf(asciiWords(ascii(32)), { max: ACCOUNTS_MAX }), secret: true },
  }),
  reserve: record({ reservationId: countField(4), account: accountField(), until: timeField() }),
  cancelReserve: record({ reservationId: countField(4) }),
  qr: record({ url: words(tail(URL_MAX_BYTES)) }),
};

/** Every command begins with its id, by which a pile recognizes a repetition. A command without a gun has gun 0. */
export const command = {
  name: 'platform command',
  from: 'platform',
  body: byWord(
    {
      cmdId: words(ascii(16)),
      gunNumber: orElse(whole(brief(u(1))), 0),
      paramNo: orElse(whole(brief(u(1))), null),
      stat: whole(code(commandStat)),
      remark: remarkField(),
    },
    keyVals,
  ),
} as const;

/** The answer to any command. Only that to `get` carries several values. */
const replyValues = {
  start: orElse(valueText(), ''),
  stop: orElse(valueText(), ''),
  set: orElse(valueText(), ''),
  get: orElse(parameterTexts(), null),
  restart: orElse(valueText(), ''),
  upgrade: orElse(valueText(), ''),
  log: orElse(valueText(), ''),
  recall: orElse(valueText(), ''),
  rate: orElse(valueText(), ''),
  /** The report of the list that the pile keeps, as in the typed answer. */
  whitelist: orElse(words(secret(tail(VALUE_MAX_BYTES))), ''),
  reserve: orElse(valueText(), ''),
  cancelReserve: orElse(valueText(), ''),
  qr: orElse(valueText(), ''),
};

export const commandReply = {
  name: 'platform command reply',
  from: 'pile',
  body: byWord(
    {
      cmdId: words(ascii(16)),
      result: whole(brief(code(commandResult))),
      paramNo: orElse(whole(brief(u(1))), null),
      remark: remarkField(),
    },
    replyValues,
  ),
} as const;
