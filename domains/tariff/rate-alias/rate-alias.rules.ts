import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { rateType } from '../tariff.codes.ts';
import type { RateAliasRefusal } from './rate-alias.labels.ts';
import type { RateNames } from './rate-alias.ts';

interface AliasDraft {
  readonly dictName?: string | null;
  readonly dictValue: number;
  readonly alias?: string | null;
  readonly aliasDictValue?: string | null;
}

/** The aliases as they are stored, or what is wrong with them. One without a text and an item is left out. `dictItems` are the items that there are. */
export const checkAliases = (drafts: readonly AliasDraft[], dictItems: ReadonlySet<string>): Verdict<readonly StoredAlias[], RateAliasRefusal> => {
  if (new Set(drafts.map(({ dictValue }) => dictValue)).size !== drafts.length) return deny('rateAlias.twice');
  if (drafts.some(({ dictName }) => dictName && dictName !== rateType.dictCode)) return deny('rateAlias.dictName');
  const unknown = drafts.find(({ aliasDictValue }) => aliasDictValue && !dictItems.has(aliasDictValue));
  if (unknown) return deny('rateAlias.unknown', { value: unknown.aliasDictValue ?? '' });
  return allow(
    drafts
      .map((draft) => ({
        dictName: rateType.dictCode,
        dictValue: draft.dictValue,
        alias: draft.alias?.trim() || null,
        aliasDictValue: draft.aliasDictValue || null,
      }))
      .filter(({ alias, aliasDictValue }) => alias !== null || aliasDictValue !== null),
  );
};

interface StoredAlias {
  readonly dictName: string;
  readonly dictValue: number;
  readonly alias: string | null;
  readonly aliasDictValue: string | null;
}

/** The names of all four fee items have to differ in each language, or a bill could not be read. */
export const checkDistinct = (names: RateNames): Verdict<true, RateAliasRefusal> => {
  const all = Object.values(valuesOf(rateType)).map((value) => wordsOfFee(names, value));
  for (const language of [0, 1, 2] as const) {
    const texts = all.map((words) => words[language].toLowerCase());
    const same = all.find((_words, index) => texts.indexOf(texts[index] ?? '') !== index);
    if (same) return deny('rateAlias.same', { name: same[language] });
  }
  return allow(true);
};

/** What a fee item is called: its alias, or else the word of the program. */
export const wordsOfFee = (names: RateNames, value: number): Words =>
  names[String(value)] ?? itemOf(rateType, value)?.words ?? [String(value), String(value), String(value)];
