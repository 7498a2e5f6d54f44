import { useSay } from '../language.ts';
import { groupDigits } from '../format.ts';
import { HANDLE, TICK, useGrid } from './grid-context.ts';
import { sumOf } from './numbers.ts';
import { useTable } from './use-edit-table.ts';
import { tableWords } from './words.ts';

/** The foot of the table: columns that are summed. */
export const Sums = ({ rowIndex }: { readonly rowIndex: number }) => {
  const { table, keys, columns } = useGrid();
  const say = useSay();
  const isSum = (key: string) => columns.some((column) => column.key === key && column.statistics === true);
  const named = keys.find((key) => key !== HANDLE && key !== TICK && !isSum(key));
  return (
    <tfoot className="et-sums">
      <tr aria-rowindex={rowIndex} className="et-sum-row">
        {keys.map((key, place) => (
          <td key={key} aria-colindex={place + 1} data-key={key} className="et-cell et-sum">
            {key === named && <span>{say(tableWords.sum)}</span>}
            {isSum(key) && <Sum keyName={key} table={table} />}
          </td>
        ))}
      </tr>
    </tfoot>
  );
};

const Sum = ({ keyName, table }: { readonly keyName: string; readonly table: ReturnType<typeof useGrid>['table'] }) => (
  <output className="co-num">{groupDigits(useTable(table, (state) => sumOf(state.rows.list, keyName)))}</output>
);
