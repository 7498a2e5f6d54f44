import { dayStartMs } from '#engines/time/calendar.ts';

/** A whole day on a station's clock, as the list of orders asks for it. */
export const dayBounds = (of: string, zone: string): { readonly createTime_begin: string; readonly createTime_end: string } => {
  const [year = 0, month = 1, day = 1] = of.split('-').map(Number);
  const next = dayStartMs({ year, month, day: day + 1 }, zone);
  return { createTime_begin: new Date(dayStartMs({ year, month, day }, zone)).toISOString(), createTime_end: new Date(next - 1).toISOString() };
};
