/** A station whose transformer bears less than its piles together. Powers are kW. */
export const powerPlan = {
  tenant: 'huadong',
  /** The code of the station's piles. */
  code: 'ZJ',
  ruleName: '张江变压器 300 kW',
  maxControlPower: '300',
  /** What a pile may draw while it hears nothing. */
  offlineMaxPower: { dc: '20', ac1: '3', ac3: '6' },
} as const;
