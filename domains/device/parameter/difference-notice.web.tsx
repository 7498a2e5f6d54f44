import { Alert } from 'antd';
import { useSearchParams } from 'react-router';
import { pile as pileNoun } from '#domains/network/resources.ts';
import type { PileRow } from '#domains/network/web.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { parameterWords } from './parameter.labels.ts';
import { parameterApi } from './parameter.ts';
import '../device.css';

const changed = [pileNoun];

/** Says that a pile holds other values than its forms, as after a form was saved, and offers to send them. The tab of parameters says it itself. */
export const DifferenceNotice = ({ pile }: { readonly pile: PileRow }) => {
  const say = useSay();
  const tab = useSearchParams()[0].get('tab');
  const { send, sending } = useSend(parameterApi.sendWanted, { changes: changed });
  const { cpCode, differingCount } = pile;
  if (differingCount === null || differingCount === 0 || tab === 'parameters') return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="dv-difference"
      title={say(parameterWords.holdsOther, { n: differingCount })}
      action={
        <span className="dv-difference-acts">
          <a href={`#/network/pile?view=${encodeURIComponent(cpCode)}&tab=parameters`}>{say(parameterWords.look)}</a>
          <ActButton size="small" allow={parameterApi.sendWanted.allow} loading={sending} onClick={() => void send({ cpCode })}>
            {say(parameterWords.sendWanted)}
          </ActButton>
        </span>
      }
    />
  );
};
