import { Segmented } from 'antd';
import { pileType } from '#domains/network/resources.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { useSay } from '#kit/web/language.ts';
import { operationWords as words } from '../operation/operation.labels.ts';

type PileType = CodeValue<typeof pileType>;

const types = Object.values(pileType.items);

/** The type of piles in an address; undefined for all. */
export const pileTypeIn = (params: URLSearchParams): PileType | undefined => types.find(({ value }) => String(value) === params.get('cpType'))?.value;

interface PileTypeChoiceProps {
  readonly value: PileType | undefined;
  /** The code as a text, as it stands in an address. */
  readonly onChange: (value: string | undefined) => void;
}

/** All types of piles, or one. */
export const PileTypeChoice = ({ value, onChange }: PileTypeChoiceProps) => {
  const say = useSay();
  return (
    <Segmented
      aria-label={say(pileType.title)}
      value={String(value ?? '')}
      options={[{ value: '', label: say(words.allTypes) }, ...types.map((type) => ({ value: String(type.value), label: say(type.words) }))]}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
    />
  );
};
