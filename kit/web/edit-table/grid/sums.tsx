import { memo, useMemo } from 'react';
import { useSay } from '../../language.ts';
import { groupDigits } from '../../format.ts';
import { HANDLE, TICK, useGrid } from '../table/grid-context.ts';
import { sumOf } from '../cells/numbers.ts';
import { useTable } from '../table/use-edit-table.ts';
import { tableWords } from '../table/table-words.ts';

/** The footer of the table with the sums of columns. */
export const Sums = memo(({ rowIndex }: { readonly rowIndex: number }) => {
  const { keys, columns } = useGrid();
  const say = useSay();
  const isSum = (key: string) => columns.some((column) => column.key === key && column.statistics === true);
  const labelKey = keys.find((key) => key !== HANDLE && key !== TICK && !isSum(key));
  return (
    <tfoot className="et-sums">
      <tr aria-rowindex={rowIndex} className="et-sum-row">
        {keys.map((key, index) => (
          <td key={key} aria-colindex={index + 1} data-key={key} className="et-cell et-sum">
            {key === labelKey && <span>{say(tableWords.sum)}</span>}
            {isSum(key) && <Sum keyName={key} />}
          </td>
        ))}
      </tr>
    </tfoot>
  );
});

const Sum = ({ keyName }: { readonly keyName: string }) => {
  const { table } = useGrid();
  const list = useTable(table, (state) => state.rows.list);
  return <output className="co-num">{groupDigits(useMemo(() => sumOf(list, keyName), [list, keyName]))}</output>;
};
