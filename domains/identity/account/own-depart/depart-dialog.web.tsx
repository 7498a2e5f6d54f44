import { Button, Form, Modal, Select } from 'antd';
import { sessionApi } from '../../session/session.ts';
import type { LoginAnswer } from '../../session/session.ts';
import type { CallError } from '#kit/web/calls/client.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { describeViewer, narrowToTenant, renewToken, useViewer } from '#kit/web/session/session.ts';
import { words as kitWords } from '#kit/web/words.ts';
import { departWords } from './depart-choice.labels.ts';

interface DepartDialogProps extends Pick<LoginAnswer, 'departs' | 'tenantList'> {
  readonly title: string;
  /** The current department. */
  readonly orgCode?: string | null | undefined;
  readonly onDone: () => void;
  /** Ends the session: at the user's request, or because the server refused the choice. */
  readonly onSignOut: (reason: 'left' | 'choiceFailed') => unknown;
  /** Absent when the user has to make a choice. */
  readonly onClose?: () => void;
}

interface Values {
  readonly tenantId?: string;
  readonly orgCode?: string;
}

/** Chooses the tenant, the department or both in which the user works. */
export const DepartDialog = ({ departs, tenantList, title, orgCode, onDone, onSignOut, onClose }: DepartDialogProps) => {
  const say = useSay();
  const [form] = Form.useForm<Values>();
  const { sending, choose } = useDepartChoice({ onDone, onSignOut });
  const isRequired = onClose === undefined;
  const initial = departs.find((membership) => membership.orgCode === orgCode)?.orgCode;
  return (
    <Modal
      open
      width={450}
      title={title}
      closable={!isRequired}
      keyboard={!isRequired}
      centered={isRequired}
      mask={!isRequired && { closable: false }}
      {...(onClose && { onCancel: onClose })}
      footer={
        <>
          <Button onClick={isRequired ? () => onSignOut('left') : onClose}>{say(isRequired ? departWords.signOut : kitWords.cancel)}</Button>
          <Button type="primary" loading={sending} onClick={() => form.submit()}>
            {say(isRequired ? departWords.enter : kitWords.ok)}
          </Button>
        </>
      }
    >
      <Form form={form} layout="vertical" initialValues={{ orgCode: initial }} onFinish={(values) => void choose(values)}>
        {tenantList.length > 0 && (
          <Form.Item name="tenantId" label={say(departWords.tenant)} rules={[{ required: true, message: say(departWords.needTenant) }]}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={say(kitWords.choose)}
              options={tenantList.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
        )}
        {departs.length > 0 && (
          <Form.Item name="orgCode" label={say(departWords.depart)} rules={[{ required: true, message: say(departWords.needDepart) }]}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              placeholder={say(kitWords.choose)}
              options={departs.map((membership) => ({ value: membership.orgCode, label: `${membership.departName} · ${membership.orgCode}` }))}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  );
};

/** A refused choice ends the session; after a failed call the user can try again. */
const useDepartChoice = ({ onDone, onSignOut }: Pick<DepartDialogProps, 'onDone' | 'onSignOut'>) => {
  const say = useSay();
  const { showSuccess, showError } = useFeedback();
  const username = useViewer()?.username ?? '';
  const quietly = {
    doneText: false,
    onRefused: (problem: CallError) => (problem.code === 0 || problem.code === 504 ? showError(problem.message) : onSignOut('choiceFailed')),
  } as const;
  const tenant = useSend(sessionApi.selectTenant, quietly);
  const depart = useSend(sessionApi.selectDepart, quietly);
  const choose = async ({ tenantId, orgCode }: Values): Promise<void> => {
    if (tenantId !== undefined) {
      const answer = await tenant.send({ tenantId });
      if (!answer) return;
      narrowToTenant(tenantId);
      describeViewer(answer.userInfo);
    }
    if (orgCode !== undefined) {
      const answer = await depart.send({ username, orgCode });
      if (!answer) return;
      if (answer.token !== null) renewToken(answer.token);
      describeViewer(answer.userInfo);
      showSuccess(say(departWords.chosen, { name: answer.userInfo.orgCodeTxt ?? '' }));
    }
    onDone();
  };
  return { sending: tenant.sending || depart.sending, choose };
};
