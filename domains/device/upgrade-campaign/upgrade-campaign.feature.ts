import { feature } from '#kit/resource/feature.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { upgradeCampaignLabels, upgradeCampaignRefusals, upgradeCampaignWords } from './upgrade-campaign.labels.ts';
import { upgradeCampaign, upgradeCampaignApi } from './upgrade-campaign.ts';

export const upgradeCampaignFeature = feature({
  name: 'upgradeCampaign',
  resource: upgradeCampaign,
  api: upgradeCampaignApi,
  labels: upgradeCampaignLabels,
  inputLabels: { cpCodes: upgradeCampaignWords.pile },
  refusals: { ...deviceRefusals, ...upgradeCampaignRefusals },
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/device/upgrade-campaign',
      component: 'device/UpgradeCampaignList',
      title: ['升级任务', '升級任務', 'Upgrade campaigns'],
      icon: 'send',
      group: 'device',
      order: 46,
      allow: 'upgradeCampaign:list',
    },
  ],
});
