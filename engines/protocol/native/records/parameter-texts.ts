import { DecodeError, EncodeError, Writer } from '../../codec/bytes.ts';
import { pick } from '../../codec/kind.ts';
import { parameters } from '../parameters.ts';
import type { RecordKind } from './kind.ts';

/** The values of parameters by their numbers, in natural units as in the typed messages. Numbers that nobody knows are ignored. */
export type ParameterTexts = Readonly<Record<string, string>>;

/** Throws `EncodeError` if the parameter does not exist or cannot have the value. */
export const checkParameter = (paramNo: number, value: string): void => {
  const parameter = parameters[paramNo];
  if (!parameter) throw new EncodeError(`no parameter ${paramNo}`);
  parameter.kind.put(new Writer(16), value);
};

export const parameterTexts = (): RecordKind<ParameterTexts> => ({
  read: (node) => {
    if (node.kind !== 'object') throw new DecodeError('values by their numbers expected');
    const texts: Record<string, string> = {};
    for (const [name, value] of node.members) {
      if (!isKnown(name)) continue;
      if (value.kind !== 'text') throw new DecodeError(`${name}: a text expected`);
      texts[name] = checkedText(name, value.text);
    }
    return texts;
  },
  write: (texts) => {
    for (const [name, value] of Object.entries(texts)) checkParameter(Number(name), value);
    return texts;
  },
  sample: (rng) => {
    const paramNo = pick(rng, 0, parameters.length - 1);
    return { [paramNo]: parameters[paramNo]?.kind.sample(rng) ?? '' };
  },
  text: (texts) =>
    Object.entries(texts)
      .map(([name, value]) => `${name} = ${value}`)
      .join('; '),
});

const isKnown = (name: string): boolean => /^(?:0|[1-9]\d?)$/.test(name) && Number(name) < parameters.length;

const checkedText = (name: string, value: string): string => {
  try {
    checkParameter(Number(name), value);
    return value;
  } catch (error) {
    throw error instanceof EncodeError ? new DecodeError(`${name}: ${error.message}`) : error;
  }
};
