/** The part of a pino logger that the gateway needs. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface Clock {
  nowMs(): number;
}
