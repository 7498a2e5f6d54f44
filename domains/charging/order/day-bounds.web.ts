/** A whole day on the reader's clock, as the list of orders asks for it. */
export const dayBounds = (day: string): { readonly createTime_begin: string; readonly createTime_end: string } => ({
  createTime_begin: new Date(`${day}T00:00:00`).toISOString(),
  createTime_end: new Date(`${day}T23:59:59.999`).toISOString(),
});
