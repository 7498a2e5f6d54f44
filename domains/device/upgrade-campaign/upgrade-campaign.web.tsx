import { Progress } from 'antd';
import { LAST_STAGE } from '#engines/upgrade/campaign.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useViewer } from '#kit/web/session/session.ts';
import { upgradeRecord } from '../upgrade-record/upgrade-record.ts';
import { UpgradeRecords } from '../upgrade-record/upgrade-record.web.tsx';
import { upgradeCampaignLabels, upgradeCampaignRefusals, upgradeCampaignWords } from './upgrade-campaign.labels.ts';
import { campaignStat, upgradeCampaign, upgradeCampaignApi } from './upgrade-campaign.ts';
import '../device.css';

type Row = RowOf<typeof upgradeCampaign.fields>;
const { awaitingApproval, running, halted } = valuesOf(campaignStat);
const changes = [upgradeCampaign, upgradeRecord];

/** Upgrades of many piles, with their progress. An opened campaign shows its piles. */
export const UpgradeCampaignList = () => {
  const say = useSay();
  const ownName = useViewer()?.username;
  const { confirm } = useFeedback();
  const approve = useSend(upgradeCampaignApi.approveCampaign, { changes });
  const cancel = useSend(upgradeCampaignApi.cancelCampaign, { changes });
  const resume = useSend(upgradeCampaignApi.resumeCampaign, { changes });
  const ask = async (act: { readonly send: (input: { upgradeCampaignId: string }) => Promise<unknown> }, row: Row, question: Question) => {
    if (await confirm({ title: say(question.title), body: say(question.body, { n: question.n ?? 0 }), danger: question.danger ?? false }))
      await act.send({ upgradeCampaignId: row.upgradeCampaignId });
  };
  return (
    <ListPage
      of={upgradeCampaign}
      api={upgradeCampaignApi}
      labels={upgradeCampaignLabels}
      columns={columns}
      filters={filters}
      detail={detail}
      rowActions={[
        'detail',
        {
          key: 'approve',
          label: upgradeCampaignWords.approve,
          allow: upgradeCampaignApi.approveCampaign.allow,
          when: (row) => row.campaignStat === awaitingApproval && (row.createBy === ownName ? upgradeCampaignRefusals['campaign.samePerson'] : true),
          run: (row) => ask(approve, row, { title: upgradeCampaignWords.approve, body: upgradeCampaignWords.approveQuestion, n: row.pileCount }),
        },
        {
          key: 'resume',
          label: upgradeCampaignWords.resume,
          allow: upgradeCampaignApi.resumeCampaign.allow,
          when: (row) => row.campaignStat === halted,
          run: (row) => ask(resume, row, { title: upgradeCampaignWords.resume, body: upgradeCampaignWords.resumeQuestion, n: row.failureCount }),
        },
        {
          key: 'cancel',
          label: upgradeCampaignWords.cancel,
          allow: upgradeCampaignApi.cancelCampaign.allow,
          danger: true,
          when: (row) => open.includes(row.campaignStat),
          run: (row) => ask(cancel, row, { title: upgradeCampaignWords.cancel, body: upgradeCampaignWords.cancelQuestion, danger: true }),
        },
      ]}
    />
  );
};

interface Question {
  readonly title: Words;
  readonly body: Words;
  readonly n?: number;
  readonly danger?: boolean;
}

const open: readonly number[] = [awaitingApproval, running, halted];
const filters = ['firmwareId', 'campaignStat', 'upgradeType', 'tenantId', 'createTime'] as const;

/** Succeeded and failed piles of all, as one bar. */
const CampaignProgress = ({ row }: { readonly row: Row }) => {
  const say = useSay();
  const { pileCount, successCount, failureCount } = row;
  const percent = (count: number) => (pileCount === 0 ? 0 : Math.round((count * 100) / pileCount));
  const label = `${say(upgradeCampaignWords.progress)}: ${successCount + failureCount} / ${pileCount}`;
  return (
    <span className="dv-progress">
      <Progress
        percent={percent(successCount + failureCount)}
        success={{ percent: percent(successCount) }}
        strokeColor="var(--co-bad)"
        size="small"
        showInfo={false}
        aria-label={label}
      />
      <span className="co-num">
        {successCount} / {pileCount}
      </span>
    </span>
  );
};

const columns = [
  ...(['firmwareId', 'firmwareVer', 'campaignStat'] as const),
  { key: 'progress', title: upgradeCampaignWords.progress, width: 190, render: (row: Row) => <CampaignProgress row={row} /> },
  {
    key: 'stageOf',
    title: upgradeCampaignLabels.fields.stage,
    width: 70,
    render: ({ stage }: Row) => (stage === 0 ? <EmptyCell /> : `${stage} / ${LAST_STAGE}`),
  },
  ...(['runningCount', 'failureCount', 'failureLimitPercent', 'startAt', 'createBy', 'approvedBy', 'endedAt', 'tenantId', 'createTime'] as const),
];

const detail = ({ upgradeCampaignId }: Row) => (
  <div className="dv-campaign-piles">
    <UpgradeRecords upgradeCampaignId={upgradeCampaignId} />
  </div>
);
