import { formatScaled } from '#kit/fields/scaled.ts';
import { MoneyCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';

interface FigureProps {
  readonly value: number | null;
}

/** W as kW. */
export const Power = ({ value }: FigureProps) => (value === null ? <EmptyCell /> : <NumberCell value={(value / 1_000).toFixed(1)} unit="kW" />);

/** 0.1 Wh as kWh. */
export const Energy = ({ value, digits = 2 }: FigureProps & { readonly digits?: number }) =>
  value === null ? <EmptyCell /> : <NumberCell value={(value / 10_000).toFixed(digits)} unit="kWh" />;

/** 0.1 V or 0.1 A. */
export const Tenths = ({ value, unit }: FigureProps & { readonly unit: string }) =>
  value === null ? <EmptyCell /> : <NumberCell value={(value / 10).toFixed(1)} unit={unit} />;

/** Minor units; amounts in responses have two decimals. */
export const Amount = ({ value, currency }: FigureProps & { readonly currency: string }) =>
  value === null ? <EmptyCell /> : <MoneyCell value={formatScaled(BigInt(Math.round(value)), 2)} currency={currency} />;

export const PlainNumber = ({ value, unit }: FigureProps & { readonly unit: string }) =>
  value === null ? <EmptyCell /> : <NumberCell value={value} unit={unit} />;
