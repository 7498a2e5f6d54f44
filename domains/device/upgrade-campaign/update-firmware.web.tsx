import { Alert, DatePicker, Form, InputNumber, Radio, Skeleton } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import type { PileDialogProps } from '#domains/network/web.ts';
import { pile } from '#domains/network/resources.ts';
import { SECOND_PERSON_ABOVE } from '#engines/upgrade/campaign.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { firmware } from '../firmware/firmware.ts';
import { upgradeRecord, upgradeType } from '../upgrade-record/upgrade-record.ts';
import { upgradeCampaignLabels, upgradeCampaignWords } from './upgrade-campaign.labels.ts';
import { upgradeCampaign, upgradeCampaignApi } from './upgrade-campaign.ts';
import type { UpgradePreview } from './upgrade-campaign.ts';
import '../device.css';

const { now, scheduled } = valuesOf(upgradeType);
const limit = upgradeCampaignApi.updateFirmware.input.failureLimitPercent;

interface UpgradeForm {
  readonly firmwareId: string;
  readonly upgradeType: typeof now | typeof scheduled;
  readonly startAt?: Dayjs;
  readonly failureLimitPercent: number;
}

/** Chooses a firmware for piles, and shows which of them it would reach before anything is sent. */
export const UpdateFirmware = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const [form] = Form.useForm<UpgradeForm>();
  const [firmwareId, setFirmwareId] = useState<string>();
  const type = Form.useWatch('upgradeType', form);
  const codes = cpCodes.join(',');
  const preview = useCall(
    upgradeCampaignApi.previewUpgrade,
    { firmwareId: firmwareId ?? '', cpCodes: codes },
    { enabled: firmwareId !== undefined, staleMs: 0 },
  );
  const taken = preview.data?.filter(({ refusal }) => refusal === null).length ?? 0;
  const { send, sending } = useSend(upgradeCampaignApi.updateFirmware, {
    changes: [pile, upgradeCampaign, upgradeRecord],
    doneText: false,
    onDone: () => {
      showSuccess(taken > SECOND_PERSON_ABOVE ? upgradeCampaignWords.asked : upgradeCampaignWords.requested);
      onClose();
    },
  });
  const fields = upgradeCampaignLabels.fields;
  return (
    <FormDialog<UpgradeForm>
      form={form}
      width={640}
      title={say(upgradeCampaignWords.action)}
      okText={say(upgradeCampaignWords.action)}
      disabled={taken === 0 || preview.isFetching}
      sending={sending}
      onClose={onClose}
      initialValues={initial}
      onFinish={({ startAt, ...given }) =>
        void send({ ...given, cpCodes: codes, startAt: given.upgradeType === scheduled && startAt ? startAt.toISOString() : null })
      }
    >
      <p className="co-hint">{say(upgradeCampaignWords.hint)}</p>
      <Form.Item name="firmwareId" label={say(fields.firmwareId)} rules={required}>
        <RefSelect to={firmware.name} onChange={(value) => setFirmwareId(value ?? undefined)} />
      </Form.Item>
      <div className="dv-upgrade-when">
        <Form.Item name="upgradeType" label={say(fields.upgradeType)}>
          <Radio.Group options={Object.values(upgradeType.items).map(({ value, words: name }) => ({ value, label: say(name) }))} />
        </Form.Item>
        {type === scheduled && (
          <Form.Item name="startAt" label={say(fields.startAt)} rules={required}>
            <DatePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
          </Form.Item>
        )}
        <Form.Item
          name="failureLimitPercent"
          label={say(fields.failureLimitPercent)}
          extra={<span className="co-hint">{say(upgradeCampaignLabels.hints?.['failureLimitPercent'] ?? fields.failureLimitPercent)}</span>}
        >
          <InputNumber min={limit.min ?? 0} max={limit.max ?? 0} precision={0} suffix={limit.unit} />
        </Form.Item>
      </div>
      {preview.error && <Alert type="error" showIcon title={preview.error.message} />}
      {firmwareId !== undefined && preview.isPending && <Skeleton active />}
      {preview.data && <Preview piles={preview.data} taken={taken} />}
    </FormDialog>
  );
};

const initial: Partial<UpgradeForm> = { upgradeType: now, failureLimitPercent: 5 };
const required = [{ required: true }];

const Preview = ({ piles, taken }: { readonly piles: readonly UpgradePreview[]; readonly taken: number }) => {
  const say = useSay();
  return (
    <>
      <p>{say(upgradeCampaignWords.toTake, { n: taken, m: piles.length - taken })}</p>
      <div className="dv-upgrade-piles">
        <table className="dv-rates">
          <thead>
            <tr>
              {[upgradeCampaignWords.pile, upgradeCampaignWords.present, upgradeCampaignLabels.fields.campaignStat].map((title) => (
                <th key={title[2]}>{say(title)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {piles.map((row) => (
              <tr key={row.cpCode}>
                <td>
                  {row.cpName} <small className="co-num">{row.cpCode}</small>
                </td>
                <td>{row.version ?? <EmptyCell />}</td>
                <td className={row.refusal === null ? undefined : 'dv-problem'}>
                  {row.refusal ?? say(row.online ? upgradeCampaignWords.takesPart : upgradeCampaignWords.waits)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};
