import { count } from '#kit/fields/field.ts';
import { jobKind } from '#kit/resource/job.ts';

export const pileParameters = jobKind({
  name: 'pileParameters',
  title: ['电桩参数读取', '電樁參數讀取', 'Parameters of piles'],
  hint: [
    '读取在线电桩的全部参数，使与平台值的差异可见；每次最多 1000 台',
    '讀取在線電樁的全部參數，使與平台值的差異可見；每次最多 1000 台',
    'Reads all parameters of piles that are online, so that differences from the wanted values are seen; at most 1,000 piles a run',
  ],
  params: { everyHours: count({ min: 1, max: 8_760, unit: 'h' }) },
  paramLabels: { everyHours: ['读取间隔', '讀取間隔', 'Time between two readings'] },
  results: { pilesAsked: ['读取的电桩', '讀取的電樁', 'Piles asked'] },
  initial: { cron: '0 */10 * * * ?', params: { everyHours: 24 } },
});
