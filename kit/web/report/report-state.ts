export interface ReportState {
  readonly pageNo: number;
  readonly pageSize: number;
  readonly column?: string;
  readonly order?: 'asc' | 'desc';
}

/** Page and order as query parameters. */
export const wireState = ({ pageNo, pageSize, column, order }: ReportState): Readonly<Record<string, string>> => ({
  pageNo: String(pageNo),
  pageSize: String(pageSize),
  ...(column !== undefined && order !== undefined && { column, order }),
});
