/** The form of a pile, in the order in which people fill it in. */
export const pileForm = [
  ...(['stationId', 'cpCode', 'cpName', 'cpType', 'protocol', 'gunCount', 'cpPower', 'cpV', 'cpI', 'cpTime'] as const),
  ...([
    'exterOperate',
    'canBeReservation',
    'crcId',
    'checkAccount',
    'accountMinAmount',
    'insertSelfStart',
    'encryptionMode',
    'encryptionSecret',
    'securityProfile',
  ] as const),
];
