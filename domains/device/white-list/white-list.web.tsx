import { Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import type { PileDialogProps } from '#domains/network/web.ts';
import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { CodeTag, EmptyCell, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { remarkWords } from '../command/command.labels.ts';
import { deviceCommand } from '../command/command.ts';
import { whiteListApi, whiteListKind, whiteListState, whiteListWords } from './white-list.ts';
import type { PileWhiteList, WhiteListKind } from './white-list.ts';
import '../device.css';

const POLL_INTERVAL_MS = 1_500;
const { busy: isBusy, unsupported } = valuesOf(whiteListState);

/** The lists that piles should have beside what they keep, with buttons to send it and to read it back. */
export const PileWhiteLists = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const mayPush = usePermission()(whiteListApi.pushWhiteList.allow).ok;
  const [isRequested, setRequested] = useState(false);
  const [kind, setKind] = useState<WhiteListKind>(whiteListKind.items.mobiles.value);
  const asked = { cpCodes: cpCodes.join(','), list: kind };
  const states = useCall(whiteListApi.whiteListStates, asked, { staleMs: 0, ...(isRequested && { everyMs: POLL_INTERVAL_MS }) });
  const onDone = () => {
    setRequested(true);
    void states.refetch();
  };
  const push = useSend(whiteListApi.pushWhiteList, { changes: [deviceCommand], onDone });
  const pull = useSend(whiteListApi.pullWhiteList, { changes: [deviceCommand], onDone });
  const rows = states.data ?? [];
  const busy = rows.some(({ state }) => state === isBusy);
  const nothingToDo = rows.every(({ state }) => state === unsupported);
  return (
    <FormDialog
      width={680}
      title={say(whiteListWords.action)}
      okText={say(whiteListWords.push)}
      disabled={!mayPush || nothingToDo}
      sending={push.sending || busy}
      onClose={onClose}
      onFinish={() => void push.send(asked)}
    >
      <Segmented
        aria-label={say(whiteListWords.kind)}
        value={kind}
        options={Object.values(whiteListKind.items).map(({ value, words }) => ({ value, label: say(words) }))}
        onChange={setKind}
      />
      <p className="co-hint">
        {say(whiteListWords.hint)} {say(whiteListWords.comparison)}
      </p>
      {states.error && !states.data && <LoadError because={states.error.message} retry={states.refetch} />}
      {!states.data && !states.error && <Skeleton active />}
      {states.data && <States rows={states.data} />}
      <ActButton
        className="dv-read-back"
        allow={whiteListApi.pullWhiteList.allow}
        disabled={nothingToDo || busy || pull.sending}
        onClick={() => void pull.send(asked)}
      >
        {say(whiteListWords.pull)}
      </ActButton>
    </FormDialog>
  );
};

const States = ({ rows }: { readonly rows: readonly PileWhiteList[] }) => {
  const say = useSay();
  return (
    <table className="dv-rates">
      <thead>
        <tr>
          {[whiteListWords.pile, whiteListWords.wanted, whiteListWords.inPile, whiteListWords.state].map((title) => (
            <th key={title[2]}>{say(title)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.cpCode}>
            <td>
              {row.cpName} <small className="co-num">{row.cpCode}</small>
            </td>
            <td className="co-num">
              {row.state === unsupported ? <EmptyCell /> : row.wantedCount}
              {row.leftOut > 0 && <small className="co-hint"> {say(whiteListWords.leftOut, { n: row.leftOut })}</small>}
            </td>
            <td className="co-num">
              {row.pileCount ?? <EmptyCell />}
              {row.version !== null && <small className="co-hint"> {say(whiteListWords.version, { n: row.version })}</small>}
            </td>
            <td>
              <CodeTag item={itemOf(whiteListState, row.state)} /> <small>{<ListNote row={row} />}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Why the last command failed, or when the pile reported. */
const ListNote = ({ row }: { readonly row: PileWhiteList }) => {
  const say = useSay();
  const reason = row.remark === null ? undefined : remarkWords[row.remark];
  if (row.remark !== null) return reason ? say(reason) : row.remark;
  return row.reportedAt === null ? null : <InstantCell value={row.reportedAt} />;
};
