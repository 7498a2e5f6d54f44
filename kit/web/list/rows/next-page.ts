interface PagePosition {
  readonly pageNo: number;
  readonly pageSize: number;
}

/** Where a pager leads: rows of another page size begin at the first page, since the old number may lie past the end. */
export const pageAfterChange = (from: PagePosition, pageNo: number, pageSize: number): PagePosition => ({
  pageNo: pageSize === from.pageSize ? pageNo : 1,
  pageSize,
});
