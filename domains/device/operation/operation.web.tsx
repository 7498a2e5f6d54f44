import { Alert, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { pileState } from '#engines/pile/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { pileApi } from '#domains/network/resources.ts';
import type { PileDialogProps, PileRow } from '#domains/network/web.ts';
import type { Words } from '#kit/fields/words.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useCommandNotice } from '../command/use-command-notice.web.ts';
import type { CommandNotice } from '../command/use-command-notice.web.ts';
import { restartMode } from '../protocol.codes.ts';
import { operationLabels, operationRefusals, operationWords } from './operation.labels.ts';
import { mayOperate } from './operation.rules.ts';
import type { OperationName } from './operation.rules.ts';
import { operationApi } from './operation.ts';
import '../device.css';

/** Operations on one pile, each with its effect; the result is shown when the pile answers. */
export const RemoteOperations = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [cpCode = ''] = cpCodes;
  const { data, error, refetch } = useCall(pileApi.queryById, { id: cpCode });
  return (
    <Modal open width={560} title={say(operationWords.of, { name: data?.cpName ?? cpCode })} footer={null} onCancel={onClose} destroyOnHidden>
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {!data && !error && <Skeleton active />}
      {data && <Operations pile={data} />}
    </Modal>
  );
};

const Operations = ({ pile }: { readonly pile: PileRow }) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const notice = useCommandNotice();
  const [gunNumber, setGunNumber] = useState(1);
  const { cpCode } = pile;
  const restart = useOperation(operationApi.restart, notice);
  const unlock = useOperation(operationApi.unlockGun, notice);
  const clear = useOperation(operationApi.clearCache, notice);
  const query = useOperation(operationApi.queryStatus, notice);
  const restartHard = async () => {
    const title = say(operationWords.hardRestartConfirm, { name: pile.cpName });
    if (await confirm({ title, body: operationWords.hardRestartHint, okText: operationWords.hardRestart, danger: true }))
      restart({ cpCode, mode: restartMode.items.hard.value }, operationWords.hardRestart);
  };
  const guns = Array.from({ length: pile.gunCount }, (_unused, index) => ({ value: index + 1, label: String(index + 1) }));
  const row = { pile, waiting: notice.waiting };
  return (
    <>
      {notice.waiting && <Alert type="info" showIcon title={say(operationWords.waiting)} className="dv-warning" />}
      <ul className="dv-operations">
        <Operation
          {...row}
          name="queryStatus"
          label={operationWords.queryStatus}
          hint={operationWords.queryStatusHint}
          onPress={() => query({ cpCode }, operationWords.queryStatus)}
        />
        <Operation
          {...row}
          name="unlockGun"
          label={operationWords.unlockGun}
          hint={operationWords.unlockGunHint}
          onPress={() => unlock({ cpCode, gunNumber }, operationWords.unlockGun)}
        >
          <Select aria-label={say(operationLabels.gunNumber)} size="small" value={gunNumber} options={guns} onChange={setGunNumber} />
        </Operation>
        <Operation
          {...row}
          name="clearCache"
          label={operationWords.clearCache}
          hint={operationWords.clearCacheHint}
          onPress={() => clear({ cpCode }, operationWords.clearCache)}
        />
        <Operation
          {...row}
          name="restart"
          label={operationWords.softRestart}
          hint={operationWords.softRestartHint}
          onPress={() => restart({ cpCode, mode: restartMode.items.soft.value }, operationWords.softRestart)}
        />
        <Operation
          {...row}
          name="restart"
          danger
          label={operationWords.hardRestart}
          hint={operationWords.hardRestartHint}
          onPress={() => void restartHard()}
        />
      </ul>
    </>
  );
};

type OperationEndpoint = (typeof operationApi)[OperationName];

/** Sends an operation, and waits for its result under the name that the viewer pressed. */
const useOperation = <E extends OperationEndpoint>(endpoint: E, { begin }: CommandNotice) => {
  const say = useSay();
  const { send } = useSend(endpoint, { doneText: false });
  return (input: Parameters<typeof send>[0], name: Words): void => {
    void send(input).then((answer) => answer && begin(answer.commandId, say(name)));
  };
};

interface OperationProps {
  readonly pile: PileRow;
  readonly waiting: boolean;
  readonly name: OperationName;
  readonly label: Words;
  readonly hint: Words;
  readonly danger?: boolean;
  readonly onPress: () => void;
  readonly children?: ReactNode;
}

const Operation = ({ pile, waiting, name, label, hint, danger = false, onPress, children }: OperationProps) => {
  const say = useSay();
  const verdict = mayOperate(name, {
    name: pile.cpName,
    protocol: pile.protocol,
    disused: pile.cpStat === entityState.disused,
    online: pile.cpWorkStat !== pileState.offline,
    gunCount: pile.gunCount,
  });
  return (
    <li>
      <div>
        <b>{say(label)}</b>
        <small className="co-hint">{say(hint)}</small>
      </div>
      {children}
      <ActButton
        size="small"
        danger={danger}
        allow={operationApi[name].allow}
        because={verdict.ok ? undefined : say(operationRefusals[verdict.refusal], verdict.args)}
        disabled={waiting}
        aria-label={`${say(operationWords.execute)}: ${say(label)}`}
        onClick={onPress}
      >
        {say(operationWords.execute)}
      </ActButton>
    </li>
  );
};
