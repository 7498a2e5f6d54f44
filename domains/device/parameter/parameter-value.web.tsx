import { MoneyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { parameterNo } from '../protocol.codes.ts';
import { parameterWords } from './parameter.labels.ts';
import { parameterValues } from './parameter.ts';

interface ParameterValueProps {
  readonly no: number;
  /** As devices write it. */
  readonly value: string;
  readonly currency: string;
}

/** The value of a parameter with its unit. */
export const ParameterValue = ({ no, value, currency }: ParameterValueProps) => {
  const say = useSay();
  const field = parameterValues[no];
  if (no === parameterNo.items.minimumAmount.value) return <MoneyCell value={value} currency={currency} />;
  if (field?.kind === 'choice') return say(value === '1' ? parameterWords.yes : parameterWords.no);
  if (field?.unit !== undefined) return <NumberCell value={value} unit={field.unit} />;
  return (
    <span className="co-clip" title={value}>
      {value}
    </span>
  );
};
