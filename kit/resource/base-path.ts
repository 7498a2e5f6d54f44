/** The base path of the wire. */
export const BASE_PATH = '/jeecg-boot';
