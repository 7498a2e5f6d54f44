import { Skeleton } from 'antd';
import { useState } from 'react';
import type { PileDialogProps } from '#domains/network/web.ts';
import { pileApi } from '#domains/network/resources.ts';
import { pilePolicyRefusals } from '#domains/tariff/resources.ts';
import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { CodeTag, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { remarkWords } from '../command/command.labels.ts';
import { deviceCommand } from '../command/command.ts';
import { rateState, ratesApi, ratesWords, rateProblemWords } from './rates.ts';
import type { PileRate } from './rates.ts';
import '../device.css';

const POLL_INTERVAL_MS = 1_500;
const { sending: isSending } = valuesOf(rateState);

/** The state of the rates in piles of one station, with a button to send them again. */
export const SyncRates = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [isRequested, setRequested] = useState(false);
  const codes = cpCodes.join(',');
  const { data: piles } = useCall(pileApi.queryList, { ids: codes });
  const states = useCall(ratesApi.rateStates, { cpCodes: codes }, { staleMs: 0, ...(isRequested && { everyMs: POLL_INTERVAL_MS }) });
  const { send, sending } = useSend(ratesApi.syncRateRule, {
    changes: [deviceCommand],
    onDone: () => {
      setRequested(true);
      void states.refetch();
    },
  });
  const spansStations = new Set(piles?.map(({ stationId }) => stationId)).size > 1;
  const busy = states.data?.some((row) => row.rateState === isSending) ?? false;
  return (
    <FormDialog
      width={680}
      title={say(ratesWords.sync)}
      okText={say(ratesWords.send)}
      disabled={spansStations || !piles || !states.data}
      sending={sending || busy}
      onClose={onClose}
      onFinish={() => void send({ cpCodes: codes })}
    >
      <p className="co-hint">{say(ratesWords.hint)}</p>
      {spansStations && <p role="alert">{say(pilePolicyRefusals['policy.sameStation'])}</p>}
      {states.error && !states.data && <LoadError because={states.error.message} retry={states.refetch} />}
      {!states.data && !states.error && <Skeleton active />}
      {states.data && <States rows={states.data} />}
    </FormDialog>
  );
};

const States = ({ rows }: { readonly rows: readonly PileRate[] }) => {
  const say = useSay();
  return (
    <table className="dv-rates">
      <thead>
        <tr>
          {[ratesWords.pile, ratesWords.policy, ratesWords.state].map((title) => (
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
            <td>
              {row.rateRuleName} <small className="co-num">{row.rateRuleNo}</small>
            </td>
            <td>
              <CodeTag item={itemOf(rateState, row.rateState)} /> <small>{<RateNote row={row} />}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The reason, or the time since which the pile has the rates. */
const RateNote = ({ row }: { readonly row: PileRate }) => {
  const say = useSay();
  if (row.untellable !== null) return say(rateProblemWords[row.untellable]);
  if (row.takenAt !== null) return <InstantCell value={row.takenAt} />;
  const reason = row.remark === null ? undefined : remarkWords[row.remark];
  return reason ? say(reason) : row.remark;
};
