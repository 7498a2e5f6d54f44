import { u } from '../../codec/number.ts';
import { brief } from '../../codec/kind.ts';
import { ascii, tail } from '../../codec/text.ts';
import { generic } from '../codes.ts';
import { code } from '../../codec/number.ts';
import { amountE4, ampere, celsius, energy, gunNumber, meter, orderNo, percent, rateRuleNo, time, vin, volt } from '../units.ts';
import { asciiWords, decimal, orElse, record, whole, words, type RecordFields, type RecordKind, type RecordOf } from './kind.ts';

/** One v1.0 message: its name, its sender, and its JSON body. */
export interface RecordMessage<V = unknown> {
  readonly name: string;
  readonly from: 'pile' | 'platform';
  readonly body: RecordKind<V>;
}

export const fromPile = <F extends RecordFields>(name: string, fields: F): RecordMessage<RecordOf<F>> => ({
  name,
  from: 'pile',
  body: record(fields),
});
export const fromPlatform = <F extends RecordFields>(name: string, fields: F): RecordMessage<RecordOf<F>> => ({
  name,
  from: 'platform',
  body: record(fields),
});

/** An answer that contains only a result. */
export const plainReply = (name: string) => fromPlatform(name, { result: whole(code(generic)) });

/** Fields that many messages share. They have the units and ranges of the typed messages. */
export const orderNoField = () => words(orderNo());
export const gunNumberField = () => whole(gunNumber());
export const timeField = () => whole(time());
export const vinField = () => orElse(asciiWords(vin()), '');
export const accountField = () => orElse(asciiWords(brief(ascii(32))), '');
/** 0 where the pile does not know it. */
export const socField = () => orElse(whole(percent()), 0);
export const energyField = () => decimal(energy());
export const meterField = () => decimal(meter());
export const moneyField = () => decimal(amountE4());
export const voltField = () => decimal(volt());
export const ampereField = () => decimal(ampere());
export const celsiusField = () => whole(celsius());
export const rateRuleNoField = () => orElse(words(rateRuleNo()), '');
export const remarkField = () => orElse(words(tail(REMARK_MAX_BYTES)), '');
export const countField = (bytes: number) => whole(u(bytes));

const REMARK_MAX_BYTES = 255;
