declare global {
  /** Told before any other module is read: by what starts a process, by the first script of a page. */
  var CHARGEOPS_BASE_PATH: string | undefined;
}

/** Where the family's clients look for it. */
export const USUAL_BASE_PATH = '/jeecg-boot';

/** The base path of the wire. */
export const BASE_PATH = globalThis.CHARGEOPS_BASE_PATH ?? USUAL_BASE_PATH;
