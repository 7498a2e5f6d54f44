/**
 * The filters under which the list of orders shows those that began since the beginning of the day, all or those that have ended. The constant with the name of
 * an advanced query lies among the scripts of lists, for which the start page does not wait.
 */
export const todayBehind = (dayBegan: string, which: 'all' | 'ended'): Readonly<Record<string, string>> => ({
  createTime_begin: dayBegan,
  ...(which === 'ended' && { superQueryParams: JSON.stringify([{ field: 'stopTime', rule: 'ge', val: dayBegan }]) }),
});
