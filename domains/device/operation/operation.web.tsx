import { Alert, Modal, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { pileApi } from '#domains/network/resources.ts';
import type { PileDialogProps, PileRow } from '#domains/network/web.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { ChargingProfileForms } from '../charging-profile/charging-profile.web.tsx';
import { RotateKeyForm } from '../key-rotation/rotate-key.web.tsx';
import { useCommandNotice } from '../command/use-command-notice.web.ts';
import { restartMode } from '../protocol.codes.ts';
import { operationLabels, operationWords } from './operation.labels.ts';
import { isSupported } from './operation.rules.ts';
import { ConfigurationForm, RecallForm, TransferForm, TriggerForm } from './operation-forms.web.tsx';
import { Operation, useOperation } from './operation-row.web.tsx';
import type { OperatedProps } from './operation-row.web.tsx';
import { operationApi } from './operation.ts';
import '../device.css';

/** Operations on one pile, each with its effect; the result is shown when the pile answers. */
export const RemoteOperations = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [cpCode = ''] = cpCodes;
  const { data, error, refetch } = useCall(pileApi.queryById, { id: cpCode });
  return (
    <Modal open width={640} title={say(operationWords.of, { name: data?.cpName ?? cpCode })} footer={null} onCancel={onClose} destroyOnHidden>
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {!data && !error && <Skeleton active />}
      {data && <Operations pile={data} />}
    </Modal>
  );
};

/** The value that a pile answered with. */
interface Answer {
  readonly name: string;
  readonly keyVal: string;
}

const AnsweredValue = ({ name, keyVal }: Answer) => (
  <>
    {name}: <code>{keyVal}</code>
  </>
);

const Operations = ({ pile }: { readonly pile: PileRow }) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [answer, setAnswer] = useState<Answer>();
  const notice = useCommandNotice(({ keyVal }, name) => setAnswer(keyVal === null ? undefined : { name, keyVal }));
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
  const row = { pile, notice };
  return (
    <>
      {notice.waiting && <Alert type="info" showIcon title={say(operationWords.waiting)} className="dv-warning" />}
      {!notice.waiting && answer && <Alert type="success" showIcon title={<AnsweredValue {...answer} />} className="dv-warning" />}
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
        <ProtocolForms {...row} />
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

/** The operations with inputs, of the protocol of the pile. */
const ProtocolForms = (row: OperatedProps) => {
  const { protocol } = row.pile;
  return (
    <>
      {isSupported('triggerMessage', protocol) && <TriggerForm {...row} />}
      {isSupported('setKey', protocol) && <ConfigurationForm {...row} />}
      {isSupported('setChargingProfile', protocol) && <ChargingProfileForms {...row} />}
      {isSupported('rotateKey', protocol) && <RotateKeyForm {...row} />}
      {isSupported('transferData', protocol) && <TransferForm {...row} />}
      {isSupported('recallOrders', protocol) && <RecallForm {...row} />}
    </>
  );
};
