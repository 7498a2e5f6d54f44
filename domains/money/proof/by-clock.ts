import { jobKind } from '#kit/resource/job.ts';

const results = { checked: ['核对项', '核對項', 'Checked'], broken: ['有误项', '有誤項', 'Broken'] } as const;

export const booksProof = jobKind({
  name: 'booksProof',
  title: ['账簿全面校验', '帳簿全面校驗', 'Proof of the whole books'],
  hint: [
    '由全部分录重算账簿，核对充值和消费记录及凭证封印链；有误时通知平台',
    '由全部分錄重算帳簿，核對儲值和消費記錄及憑證封印鏈；有誤時通知平臺',
    'Recomputes the books from all postings, compares the records and the chain of sealed bookings; tells the platform what is wrong',
  ],
  params: {},
  paramLabels: {},
  results,
  initial: { cron: '0 40 3 * * ?', params: {} },
});

export const booksCheck = jobKind({
  name: 'booksCheck',
  title: ['账簿增量校验', '帳簿增量校驗', 'Check of new bookings'],
  hint: [
    '核对上次校验以来的记账及其涉及的账户；有误时通知平台',
    '核對上次校驗以來的記帳及其涉及的帳戶；有誤時通知平臺',
    'Checks what was booked since the last look, and the accounts it moved; tells the platform what is wrong',
  ],
  params: {},
  paramLabels: {},
  results,
  initial: { cron: '30 * * * * ?', params: {} },
});
