import { Drawer, Empty, Skeleton } from 'antd';
import { Failed } from '#kit/web/failed.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { Cell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/query.tsx';
import { usePhone } from '#kit/web/screen.ts';
import { textOf } from '#kit/web/text-of.ts';
import { configWords } from './config.labels.ts';
import { configApi } from './config.ts';
import type { SettingRow } from './config.ts';

const WIDTH = 560;

/** What a setting was, who changed it and when. */
export const SettingHistory = ({
  row,
  tenantId,
  onClose,
}: {
  readonly row: SettingRow;
  readonly tenantId: string | null;
  readonly onClose: () => void;
}) => {
  const say = useSay();
  const phone = usePhone();
  const { data, error, isPending, refetch } = useCall(configApi.history, { key: row.key, tenantId }, { staleMs: 0 });
  return (
    <Drawer open onClose={onClose} size={phone ? '100%' : WIDTH} title={`${say(configWords.history)} · ${row.name}`}>
      {isPending && <Skeleton active />}
      {error && <Failed because={error.message} retry={refetch} />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(configWords.noHistory)} />}
      <ol className="cf-rows">
        {data?.map((change) => (
          <li key={change.id} className="cf-change">
            <span>
              <Value row={row} value={change.before} /> → <Value row={row} value={change.after} />
            </span>
            <span className="cf-hint">
              {say(configWords.changedBy, { who: change.changedBy, when: formatInstant(String(change.changedTime), viewerZone()) })}
            </span>
          </li>
        ))}
      </ol>
    </Drawer>
  );
};

const Value = ({ row, value }: { readonly row: SettingRow; readonly value: unknown }) => {
  const say = useSay();
  if (value === null) return <span className="cf-hint">{say(configWords.unset)}</span>;
  return row.field.secret ? <span>{textOf(value)}</span> : <Cell field={row.field} name={row.key} value={value} row={{}} />;
};
