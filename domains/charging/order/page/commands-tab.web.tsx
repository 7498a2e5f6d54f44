import { Empty } from 'antd';
import { itemOf } from '#kit/fields/codes.ts';
import { CodeTag, InstantCell, EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { deviceCommand } from '#domains/device/resources.ts';
import type { OrderRow } from './live-order.web.tsx';
import type { OrderCommand } from '../order-detail.ts';
import { pageWords } from '../order-page.labels.ts';

const { stat: stats, result: results } = deviceCommand.fields;

interface CommandsProps {
  readonly row: OrderRow;
  readonly commands: readonly OrderCommand[];
}

/** The commands sent to the pile for an order, and their results. */
export const CommandsTab = ({ row, commands }: CommandsProps) => {
  const say = useSay();
  if (commands.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(pageWords.noCommands)} />;
  return (
    <div className="ch-scroll">
      <table className="ch-table">
        <thead>
          <tr>
            <th>{say(pageWords.command)}</th>
            <th>{say(pageWords.result)}</th>
            <th>{say(pageWords.requestedBy)}</th>
            <th>{say(pageWords.sentAt)}</th>
            <th>{say(pageWords.completedAt)}</th>
          </tr>
        </thead>
        <tbody>
          {commands.map((command) => (
            <tr key={command.commandId}>
              <th scope="row">
                {command.cmd_dictText}
                <small className="co-num">{command.commandId}</small>
              </th>
              <td>
                <Outcome command={command} />
              </td>
              <td>
                {command.requestedBy}
                {command.because !== '' && <small>{command.because}</small>}
              </td>
              <td>
                <At value={command.sentAt} zone={row.stationTimezone} />
              </td>
              <td>
                <At value={command.completedAt} zone={row.stationTimezone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Outcome = ({ command }: { readonly command: OrderCommand }) => {
  const result = results.codes && itemOf(results.codes, command.result);
  const stat = stats.codes && itemOf(stats.codes, command.stat);
  return (
    <>
      <CodeTag item={result ?? stat} fallback={String(command.stat)} />
      {command.remark !== null && <small>{command.remark}</small>}
    </>
  );
};

const At = ({ value, zone }: { readonly value: string | null; readonly zone: string }) =>
  value === null ? <EmptyCell /> : <InstantCell value={value} zone={zone} />;
