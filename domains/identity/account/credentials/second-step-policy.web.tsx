import { Divider, Switch } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useViewer } from '#kit/web/session/session.ts';
import { secondStepWords } from '../../totp/second-step.labels.ts';
import { totpApi } from '../../totp/totp.ts';

/** Requires a second factor of all users of the tenant; shown to users with the permission. */
export const SecondStepPolicy = ({ demanded }: { readonly demanded: boolean }) => {
  const say = useSay();
  const viewer = useViewer();
  const { ok } = usePermission()('totp:edit');
  const { send, sending } = useSend(totpApi.demand, { changes: [{ path: '/sys/totp' }] });
  if (!ok || !viewer?.tenantId) return null;
  return (
    <>
      <Divider />
      <label className="co-demand">
        <Switch checked={demanded} loading={sending} onChange={(on) => void send({ demanded: on ? 1 : 0 })} /> {say(secondStepWords.demandOfAll)}
      </label>
    </>
  );
};
