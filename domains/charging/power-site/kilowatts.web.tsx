import { EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';

/** Hectowatts as kW. */
export const Kilowatts = ({ hw }: { readonly hw: number | null }) =>
  hw === null ? <EmptyCell /> : <NumberCell value={(hw / 10).toFixed(1)} unit="kW" />;
