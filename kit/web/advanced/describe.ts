import { itemOf } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import type { QueryRule } from '#kit/resource/query/advanced-query.ts';
import type { Labels } from '#kit/resource/labels.ts';
import { formatInstant, viewerZone } from '../format.ts';
import type { Translate } from '../language.ts';
import { wordsOf } from '../list/columns/columns.tsx';
import { fieldOf } from './advanced.ts';
import type { DraftRow, QueryFields } from './advanced.ts';
import { ruleWords, timeRuleWords } from './builder-words.ts';
import type { NameOf } from './value-names.ts';

export const wordsOfRule = (field: Field | undefined, rule: QueryRule): Words =>
  (field?.kind === 'instant' ? timeRuleWords[rule] : undefined) ?? ruleWords[rule];

interface DescribeDeps {
  readonly fields: QueryFields;
  readonly labels: Labels;
  readonly say: Translate;
  readonly nameOf: NameOf;
}

/** A condition as a sentence. Values without a known name are shown as they are. */
export const describeRow = ({ fields, labels, say, nameOf }: DescribeDeps, row: DraftRow): string => {
  const { field: name = '', rule = 'eq' } = row;
  const field = fieldOf(fields, name);
  return `${say(wordsOf(labels, name))} ${say(wordsOfRule(field, rule))} ${valueText(row, { field, say, nameOf })}`;
};

interface ValueContext extends Pick<DescribeDeps, 'say' | 'nameOf'> {
  readonly field: Field | undefined;
}

const valueText = (row: DraftRow, { field, say, nameOf }: ValueContext): string => {
  if (row.text !== undefined && row.text !== '') return row.text.replaceAll(',', ', ');
  if (field?.kind === 'instant') return formatInstant(row.val, viewerZone()).slice(0, row.type === 'date' ? 10 : undefined);
  const { codes } = field ?? {};
  const parts = row.val.split(',').map((part) => {
    const item = codes && itemOf(codes, part);
    return item ? say(item.words) : (nameOf(row.field ?? '', part) ?? part);
  });
  return parts.join(', ');
};
