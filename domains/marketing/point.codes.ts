import { earnBasis as earnBases, pointEntryKind as entryKinds, pointLife as lives } from '#engines/marketing/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** Code tables of points. */
export const earnBasis = codeTable({
  dictCode: 'point_earn_basis',
  title: ['积分计算方式', '積分計算方式', 'Points are earned for'],
  items: {
    money: { value: earnBases.money, words: ['实付金额（每整元）', '實付金額（每整元）', 'Money paid, each whole unit'] },
    energy: { value: earnBases.energy, words: ['电量（每整度）', '電量（每整度）', 'Energy, each whole kWh'] },
  },
});

export const pointLife = codeTable({
  dictCode: 'point_life',
  title: ['积分有效期', '積分有效期', 'Points live'],
  items: {
    months: { value: lives.months, words: ['获得后若干个月', '獲得後若干個月', 'For so many months'] },
    yearEnd: { value: lives.yearEnd, words: ['到第几个年底', '到第幾個年底', 'Until the end of the n-th year'] },
  },
});

export const pointEntryKind = codeTable({
  dictCode: 'point_entry_kind',
  title: ['积分变动', '積分變動', 'Change of points'],
  items: {
    earned: { value: entryKinds.earned, words: ['充电获得', '充電獲得', 'Earned'], tone: 'good' },
    spent: { value: entryKinds.spent, words: ['抵扣', '折抵', 'Spent'], tone: 'busy' },
    expired: { value: entryKinds.expired, words: ['过期', '過期', 'Expired'], tone: 'quiet' },
    given: { value: entryKinds.given, words: ['运营发放', '營運發放', 'Given'], tone: 'good' },
    taken: { value: entryKinds.taken, words: ['运营扣减', '營運扣減', 'Taken'], tone: 'warn' },
    givenBack: { value: entryKinds.givenBack, words: ['退还', '退還', 'Given back'], tone: 'good' },
    clawedBack: { value: entryKinds.clawedBack, words: ['收回', '收回', 'Taken back'], tone: 'warn' },
  },
});
