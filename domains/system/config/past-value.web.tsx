import { Cell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { textOf } from '#kit/web/text-of.ts';
import { configWords } from './config.labels.ts';
import type { SettingRow } from './config.ts';

/** An earlier value of a setting, or that it had none. */
export const PastValue = ({ row, value }: { readonly row: SettingRow; readonly value: unknown }) => {
  const say = useSay();
  if (value === null) return <span className="cf-hint">{say(configWords.unset)}</span>;
  return row.field.secret ? <span>{textOf(value)}</span> : <Cell field={row.field} name={row.key} value={value} row={{}} />;
};
