/** The envelope of every answer, as in the product family: `success`, `message`, numeric `code`, `result` and the time of the answer. */
export interface Envelope {
  readonly success: boolean;
  readonly message: string;
  readonly code: number;
  readonly result: unknown;
  readonly timestamp: number;
  /** The code of a refusal, for programs; `message` is for people. */
  readonly refusal?: string;
}

export const succeed = (result: unknown, message: string, atMs: number): Envelope => ({ success: true, message, code: 200, result, timestamp: atMs });
export const fail = (
  code: number,
  message: string,
  details: { readonly result?: unknown; readonly refusal?: string; readonly atMs: number },
): Envelope => ({
  success: false,
  message,
  code,
  result: details.result ?? null,
  timestamp: details.atMs,
  ...(details.refusal !== undefined && { refusal: details.refusal }),
});
