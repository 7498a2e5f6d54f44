import { Checkbox, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { pile } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { BulkDialog } from '#kit/web/list/actions/bulk-dialog.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { commandWords } from '../command/command.labels.ts';
import { parameterNo } from '../protocol.codes.ts';
import { parameterWords } from './parameter.labels.ts';
import { parameterApi } from './parameter.ts';
import type { DifferingParameter } from './parameter.ts';
import '../device.css';

const FEATURE = 'parameter';

/** Sends several piles the wanted values that they do not have: first which parameters, then a preview and the result for each pile. */
export const BulkSendWanted = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [chosen, setChosen] = useState<readonly number[]>();
  if (!chosen) return <DifferingChoice cpCodes={cpCodes} onChosen={setChosen} onClose={onClose} />;
  const label = say(parameterWords.sendWanted);
  const hint = say(parameterWords.queued, { where: say(commandWords.tab) });
  const shared = { paramNos: chosen.join(',') };
  const ask = { title: label, label, feature: FEATURE, verb: 'sendWanted', ids: cpCodes, shared, hint, danger: false };
  return <BulkDialog noun={pile} request={ask} onClose={onClose} />;
};

interface DifferingChoiceProps extends PileDialogProps {
  readonly onChosen: (paramNos: readonly number[]) => void;
}

const DifferingChoice = ({ cpCodes, onChosen, onClose }: DifferingChoiceProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(parameterApi.differing, { cpCodes: cpCodes.join(',') }, { staleMs: 0 });
  const [left, setLeft] = useState<readonly number[]>([]);
  const chosen = (data ?? []).map(({ paramNo }) => paramNo).filter((paramNo) => !left.includes(paramNo));
  return (
    <FormDialog
      width={480}
      title={say(parameterWords.sendWanted)}
      okText={say(parameterWords.next)}
      disabled={chosen.length === 0}
      sending={false}
      onClose={onClose}
      onFinish={() => onChosen(chosen)}
    >
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {!error && !data && <Skeleton active />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(parameterWords.noneDiffers)} />}
      {data && data.length > 0 && (
        <fieldset className="dv-choices">
          <legend>{say(parameterWords.chooseParameters)}</legend>
          {data.map((one) => (
            <DifferingCheck
              key={one.paramNo}
              differing={one}
              isChosen={chosen.includes(one.paramNo)}
              onChange={(isChosen) => setLeft(isChosen ? left.filter((no) => no !== one.paramNo) : [...left, one.paramNo])}
            />
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
};

interface DifferingCheckProps {
  readonly differing: DifferingParameter;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

const DifferingCheck = ({ differing: { paramNo, pileCount }, isChosen, onChange }: DifferingCheckProps) => {
  const say = useSay();
  const item = itemOf(parameterNo, paramNo);
  return (
    <Checkbox checked={isChosen} onChange={({ target }) => onChange(target.checked)}>
      <span className="co-num">{paramNo}</span> {item && say(item.words)}{' '}
      <small className="co-hint">{say(parameterWords.pilesDiffer, { n: pileCount })}</small>
    </Checkbox>
  );
};
