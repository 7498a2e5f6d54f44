import { jobKind } from '#kit/resource/job.ts';

export const pileClocks = jobKind({
  name: 'pileClocks',
  title: ['电桩校时', '電樁校時', 'Clocks of piles'],
  hint: [
    '向在线的自有协议电桩下发平台时间；OCPP 桩由心跳校时',
    '向在線的自有協定電樁下發平台時間；OCPP 樁由心跳校時',
    'Tells native piles that are online the time; heartbeats tell OCPP stations',
  ],
  params: {},
  paramLabels: {},
  results: { pilesTold: ['校时的电桩', '校時的電樁', 'Piles told'] },
  initial: { cron: '0 20 4 * * ?', params: {} },
});
