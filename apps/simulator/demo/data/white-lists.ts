/** Mobiles on the white lists of stations: people who may charge while a pile is offline. */
export const whiteListMobiles: readonly { readonly station: string; readonly mobileNumber: string; readonly contacts: string }[] = [
  { station: 'gate', mobileNumber: '13800005501', contacts: '徐静' },
  { station: 'gate', mobileNumber: '13800005502', contacts: '机场专线车队 王调度' },
  { station: 'gate', mobileNumber: '13800005503', contacts: '机场专线车队 李师傅' },
  { station: 'zhangjiang', mobileNumber: '13800005511', contacts: '沈悦' },
  { station: 'zhangjiang', mobileNumber: '13800005512', contacts: '园区巡逻车' },
  { station: 'binjiang', mobileNumber: '13800005521', contacts: '钱磊' },
];
