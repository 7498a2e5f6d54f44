import { Modal, Spin } from 'antd';
import { useState } from 'react';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words as kitWords } from '#kit/web/words.ts';
import { totpApi } from '../../totp/totp.ts';
import type { Enrolment } from '../../totp/totp.ts';
import { secondStepWords } from '../../totp/second-step.labels.ts';
import { AskCode, AskPassword, RecoveryCodes, SwitchOff } from './second-step-setup.web.tsx';
import { SecondStepPolicy } from './second-step-policy.web.tsx';

/** Sets up or switches off the second factor of the user. Users with the permission can require it for the whole tenant. */
export const SecondStepDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const { data: state, error, refetch } = useCall(totpApi.state, {}, { staleMs: 0 });
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<readonly string[]>();
  const body = (): React.ReactNode => {
    if (codes) return <RecoveryCodes codes={codes} />;
    if (error && !state) return <LoadError because={error.message} retry={refetch} />;
    if (!state) return <Spin />;
    if (state.enrolled) return <SwitchOff state={state} onDone={onClose} />;
    return enrolment ? <AskCode enrolment={enrolment} onDone={setCodes} /> : <AskPassword onDone={setEnrolment} />;
  };
  return (
    <Modal open width={450} title={say(secondStepWords.secondStep)} cancelText={say(kitWords.close)} onCancel={onClose} footer={null} destroyOnHidden>
      {body()}
      {state && !codes && <SecondStepPolicy demanded={state.demanded} />}
    </Modal>
  );
};
