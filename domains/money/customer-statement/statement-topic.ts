/** Wakes the worker that makes statements. */
export const statementTopic = 'money.statement';
