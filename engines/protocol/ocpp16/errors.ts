/** Error codes of a CALLERROR, spelt as OCPP-J 1.6 section 4.2.3 spells them (`Formation`, `Occurence`). */
export type ErrorCode =
  | 'NotImplemented'
  | 'NotSupported'
  | 'InternalError'
  | 'ProtocolError'
  | 'SecurityError'
  | 'FormationViolation'
  | 'PropertyConstraintViolation'
  | 'OccurenceConstraintViolation'
  | 'TypeConstraintViolation'
  | 'GenericError';

/** What a generated check says about the first thing it found wrong. */
export interface Violation {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
}

/** The code that names a violation: absent fields, wrong types, and everything else about a value. */
export const codeOf = (violation: Violation): ErrorCode => {
  if (violation.keyword === 'required') return 'OccurenceConstraintViolation';
  if (violation.keyword === 'type') return 'TypeConstraintViolation';
  return 'PropertyConstraintViolation';
};

/** One line for the CALLERROR's description: where and what, without the value itself. */
export const wordsOf = (violation: Violation): string => `${violation.instancePath || '/'} ${violation.message ?? violation.keyword}`;
