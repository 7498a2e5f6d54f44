/** Told after a commit that opened, changed or ended exceptions or incidents. */
export const exceptionTopic = 'alarm.exception';
