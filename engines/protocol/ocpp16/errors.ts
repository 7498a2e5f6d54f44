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

/** The first error that a generated check reports. */
export interface Violation {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
}

/** The error code of a violation: absent fields, wrong types, or any other problem of a value. */
export const codeOf = (violation: Violation): ErrorCode => {
  if (violation.keyword === 'required') return 'OccurenceConstraintViolation';
  if (violation.keyword === 'type') return 'TypeConstraintViolation';
  return 'PropertyConstraintViolation';
};

/** One line for the CALLERROR's description: the place and the problem, without the value itself. */
export const wordsOf = (violation: Violation): string => `${violation.instancePath || '/'} ${violation.message ?? violation.keyword}`;
