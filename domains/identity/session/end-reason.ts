/** Why a session is over that its owner did not end here: kept by the database, told by the next answer. */
export type EndReason =
  | 'frozen'
  | 'deleted'
  | 'closed'
  | 'password'
  | 'reset'
  | 'secondStep'
  | 'forced'
  | 'own'
  | 'elsewhere'
  | 'browser'
  | 'rotated'
  | 'idle'
  | 'expired';
