interface PagePosition {
  readonly pageNo: number;
  readonly pageSize: number;
}

/** The page after a change of the pager. Another page size starts at the first page, because the old page number may be past the end. */
export const pageAfterChange = (from: PagePosition, pageNo: number, pageSize: number): PagePosition => ({
  pageNo: pageSize === from.pageSize ? pageNo : 1,
  pageSize,
});
