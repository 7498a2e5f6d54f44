declare global {
  /** Set before any other module is loaded: by the entry file of a process, or by the first script of a page. */
  var CHARGEOPS_BASE_PATH: string | undefined;
}

/** The base path that clients of the product family expect. */
export const USUAL_BASE_PATH = '/jeecg-boot';

/** The base path of all URLs of the API. */
export const BASE_PATH = globalThis.CHARGEOPS_BASE_PATH ?? USUAL_BASE_PATH;
