/** The parameters of a list that contain its advanced query. */
export const QUERY_PARAMS = 'superQueryParams';
export const QUERY_MATCH = 'superQueryMatchType';
