import { EmptyCell } from '#kit/web/kinds/cell.tsx';

/** The names of the area, which the server sends with its code. */
export const AreaCell = ({ row }: { readonly row: object }) => {
  const text: unknown = 'areaCode_dictText' in row ? row.areaCode_dictText : undefined;
  if (typeof text !== 'string') return <EmptyCell />;
  return (
    <span className="co-clip" title={text}>
      {text}
    </span>
  );
};
