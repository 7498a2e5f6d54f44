import { dayStartMs } from '#engines/time/calendar.ts';

/** The bounds of a whole day on a station's clock, as filters of the list of orders. */
export const dayBounds = (day: string, zone: string): { readonly createTime_begin: string; readonly createTime_end: string } => {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const next = dayStartMs({ year, month, day: dayOfMonth + 1 }, zone);
  return {
    createTime_begin: new Date(dayStartMs({ year, month, day: dayOfMonth }, zone)).toISOString(),
    createTime_end: new Date(next - 1).toISOString(),
  };
};
