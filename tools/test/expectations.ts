import { PATIENCE_MS } from '../../kit/test/patience.ts';

/** For every phase of the tests: a failure says what there was instead, also where only its message is kept, and what is polled for may take as long as anything else. */
export const expectations = { chaiConfig: { truncateThreshold: 400 }, expect: { poll: { timeout: PATIENCE_MS } } };
