interface Place {
  readonly pageNo: number;
  readonly pageSize: number;
}

/** Where a pager leads: rows of another page size begin at the first page, since the old number may lie past the end. */
export const turned = (from: Place, pageNo: number, pageSize: number): Place => ({ pageNo: pageSize === from.pageSize ? pageNo : 1, pageSize });
