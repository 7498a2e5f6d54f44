import { valuesOf } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { upgradeRecordLabels, upgradeRecordWords } from './upgrade-record.labels.ts';
import { updateResult, upgradeRecord, upgradeRecordApi } from './upgrade-record.ts';

const { failure } = valuesOf(updateResult);

/** Every upgrade of every pile. */
export const UpgradeRecordList = () => <UpgradeRecords />;

/** The upgrades of one campaign when it is given. */
export const UpgradeRecords = ({ upgradeCampaignId }: { readonly upgradeCampaignId?: string }) => {
  const { send } = useSend(upgradeRecordApi.acknowledge, { changes: [upgradeRecord] });
  const ofCampaign = upgradeCampaignId !== undefined;
  return (
    <ListPage
      of={upgradeRecord}
      api={upgradeRecordApi}
      labels={upgradeRecordLabels}
      columns={ofCampaign ? campaignColumns : columns}
      filters={ofCampaign ? campaignFilters : filters}
      {...(ofCampaign && { fixedFilters: { upgradeCampaignId }, stateIn: 'local' as const })}
      render={draw}
      rowActions={[
        'detail',
        {
          key: 'acknowledge',
          label: upgradeRecordWords.acknowledge,
          allow: upgradeRecordApi.acknowledge.allow,
          when: (row) => row.updateResult === failure,
          run: ({ upgradeId }) => void send({ upgradeId }),
        },
      ]}
    />
  );
};

const columns = [
  ...(['cpCode', 'firmwareId', 'formerVer', 'firmwareVer', 'upgradeType', 'pushStat', 'updateResult', 'failReason'] as const),
  ...(['reportedVer', 'pushedAt', 'endedAt', 'createBy', 'createTime', 'stationId', 'agentId', 'tenantId'] as const),
];
const filters = [
  'cpCode',
  'firmwareId',
  'pushStat',
  'updateResult',
  'failReason',
  'upgradeType',
  'stationId',
  'agentId',
  'tenantId',
  'createTime',
] as const;
const campaignColumns = ['cpCode', 'stage', 'pushStat', 'updateResult', 'failReason', 'formerVer', 'reportedVer', 'pushedAt', 'endedAt'] as const;
const campaignFilters = ['cpCode', 'pushStat', 'updateResult'] as const;
const draw = {
  cpCode: (value: string) => <a href={`#/network/pile?view=${encodeURIComponent(value)}&tab=upgrades`}>{value}</a>,
};
